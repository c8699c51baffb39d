import { rows, type Database } from '@hub/database';
import { z } from 'zod';
import { timeRange } from '../time-range';
import { SHIPPING_KINDS } from './count-shops';
import { countKey, figuresOf, type ShopFigure } from './shop-figures';

const KINDS = [...SHIPPING_KINDS, 'stock', 'calls'];

const CountedRow = z.object({
  shopId: z.int(),
  day: z.string(),
  kind: z.string(),
  key: z.string(),
  count: z.int(),
});

/**
 * How these shops do: over the last 30 days, the current one as far as its hours are counted. By shop; only what was
 * counted is read.
 * @param given.now milliseconds since the epoch
 */
export async function readShopFigures(
  db: Database,
  { shopIds, now }: { shopIds: readonly number[]; now: number },
): Promise<Map<number, ShopFigure[]>> {
  const days = timeRange('30d', now).steps.map((at) => new Date(at).toISOString().slice(0, 10));
  const counted = await rows(
    CountedRow,
    db.$queryRaw`
    SELECT shop_id AS "shopId", to_char(day, 'YYYY-MM-DD') AS day, kind, key, count::float8 AS count FROM day_figure
    WHERE shop_id = ANY (${[...shopIds]}::int[]) AND day >= ${days[0]}::date AND kind = ANY (${KINDS}::text[])`,
  );
  const byShop = new Map(
    shopIds.map((id) => [id, new Map(days.map((day) => [day, new Map<string, number>()]))]),
  );
  for (const { shopId, day, kind, key, count } of counted)
    byShop.get(shopId)?.get(day)?.set(countKey(kind, key), count);
  return new Map(
    [...byShop].map(([id, ofDays]) => [id, figuresOf([...ofDays].map(([day, counts]) => ({ day, counts })))]),
  );
}
