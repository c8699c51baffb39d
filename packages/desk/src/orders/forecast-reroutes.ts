import { rows, type Database } from '@hub/database';
import { dryRun } from '@hub/messaging';
import { exactText, readExact } from '@hub/orders/money';
import { forecastReroute, type ForecastLine } from '@hub/orders/support';
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
  /** Null: no shop could ship it, and it would wait. */
  to: {
    shop: string;
    name: string;
    /** Its present shop would get it again, as no other could have it. */
    isPresent: boolean;
    freeStock: number;
    distanceKm: number | null;
    /** The shop's payout for the line, and the difference to now; both as decimals. */
    owed: string;
    owedMore: string;
    /** Of its store: whether it cannot be called, and its calls of the last hour. */
    suspended: boolean;
    calls: number;
    failed: number;
  } | null;
  waitsFor: string | null;
}

/** Of orders with many, the first: each costs a routing decision. */
const AT_ONCE = 5;
const HOUR_MS = 60 * 60_000;

/**
 * Where the lines of shipping orders would go now, by reference: each is re-routed and rolled back. Left out: what may
 * not be re-routed, and what another worker holds at this moment.
 * @param query.now milliseconds since the epoch
 */
export async function forecastReroutes(
  db: Database,
  { references, now }: { references: readonly string[]; now: number },
): Promise<Map<string, RerouteForecast[]>> {
  const decided = new Map<string, ForecastLine[]>();
  for (const reference of references.slice(0, AT_ONCE)) {
    const forecast = await dryRun(db, (tx) => forecastReroute(tx, { reference, now }));
    if (forecast.kind === 'known' && forecast.result) decided.set(reference, forecast.result);
  }
  const chosen = [...decided.values()].flat().flatMap(({ to }) => to?.shopId ?? []);
  const shops = await readShops(db, chosen, now);
  return new Map(
    [...decided].map(([reference, lines]) => [reference, lines.map((line) => describe(line, shops))]),
  );
}

type Shops = ReadonlyMap<number, z.output<typeof ShopRow>>;

function describe({ lineItemId, to, waitsFor, owedNow }: ForecastLine, shops: Shops): RerouteForecast {
  const shop = to && shops.get(to.shopId);
  if (!to || !shop) return { lineItemId, to: null, waitsFor };
  const { isPresent, freeStock, distanceKm, suspended, owed } = to;
  const owedMore = exactText(readExact(owed).sub(readExact(owedNow)));
  const { slug, name, calls, failed } = shop;
  return {
    lineItemId,
    to: { shop: slug, name, isPresent, freeStock, distanceKm, owed, owedMore, suspended, calls, failed },
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
