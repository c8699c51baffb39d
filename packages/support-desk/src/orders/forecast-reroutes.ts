import { inTransaction, rows, type Database } from '@hub/database';
import { exactText, forecastReroute, readExact, type ForecastLine } from '@hub/orders';
import { z } from 'zod';

const ShopRow = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  calls: z.int(),
  failed: z.int(),
});

/** Where a line would go if it were taken from its shop now. */
export interface RerouteForecast {
  lineItemId: string;
  /** Null: no other shop could ship it, and it would wait. */
  to: {
    shop: string;
    name: string;
    freeStock: number;
    distanceKm: number | null;
    /** What the shop would be paid for the line, and how much more that is than now; both as decimals. */
    owed: string;
    owedMore: string | null;
    /** Of its store: whether it cannot be called, and its calls of the last hour. */
    suspended: boolean;
    calls: number;
    failed: number;
  } | null;
  waitsFor: string | null;
}

/** Of orders with many, the first: each is a decision of routing. */
const AT_ONCE = 5;
const HOUR_MS = 60 * 60_000;

/**
 * Where the lines of shipping orders would go now, by the id of each: routing's own decision, without effect.
 * @param query.now milliseconds since the epoch
 */
export async function forecastReroutes(
  db: Database,
  query: { shippingOrderIds: readonly string[]; now: number },
): Promise<Map<string, RerouteForecast[]>> {
  const ids = query.shippingOrderIds.slice(0, AT_ONCE);
  const decided = new Map<string, ForecastLine[]>();
  for (const shippingOrderId of ids) {
    const lines = await inTransaction(db, (tx) => forecastReroute(tx, { shippingOrderId, now: query.now }));
    if (lines) decided.set(shippingOrderId, lines);
  }
  const chosen = [...decided.values()].flat().flatMap(({ to }) => to?.shopId ?? []);
  const shops = await readShops(db, chosen, query.now);
  return new Map([...decided].map(([id, lines]) => [id, lines.map((line) => describe(line, shops))]));
}

type Shops = ReadonlyMap<number, z.output<typeof ShopRow>>;

function describe({ lineItemId, to, waitsFor, owedNow }: ForecastLine, shops: Shops): RerouteForecast {
  const shop = to && shops.get(to.shopId);
  if (!to || !shop) return { lineItemId, to: null, waitsFor };
  const { freeStock, distanceKm, suspended, owed } = to;
  const owedMore = owedNow === null ? null : exactText(readExact(owed).sub(readExact(owedNow)));
  const { slug, name, calls, failed } = shop;
  return {
    lineItemId,
    to: { shop: slug, name, freeStock, distanceKm, owed, owedMore, suspended, calls, failed },
    waitsFor,
  };
}

async function readShops(db: Database, ids: readonly number[], now: number): Promise<Shops> {
  if (ids.length === 0) return new Map();
  const found = await rows(
    ShopRow,
    db.$queryRaw`
    SELECT s.id, s.slug, s.name, count(c.id)::int AS calls, (count(c.id) FILTER (WHERE c.outcome <> 'confirmed'))::int AS failed
    FROM shop s LEFT JOIN store_call c ON c.shop_id = s.id AND c.at > ${new Date(now - HOUR_MS)}
    WHERE s.id = ANY (${[...new Set(ids)]}::int[]) GROUP BY s.id`,
  );
  return new Map(found.map((shop) => [shop.id, shop]));
}
