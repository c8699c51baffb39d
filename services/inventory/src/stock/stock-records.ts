import { instantFromMs } from '@hub/contract';
import { executeWithNext, Prisma, rows, type Sql } from '@hub/database';
import { lockVariants, type VariantKey } from '@hub/stock';
import { z } from 'zod';
import type { StockChanges } from './decide-stock-changes';
import type { LevelChange, VariantChange } from './stock-batch';
import {
  placeOf,
  placeText,
  variantText,
  type Counting,
  type PlaceFacts,
  type PlaceKey,
  type StockEvent,
  type StockFacts,
  type VariantFacts,
} from './stock-facts';

/**
 * Locks the sheets of the events' shops, so that no location is removed while an event of it is handled. Locks the
 * events' variants, in the one order. Then reads the facts in a second statement, because one that waited for a lock
 * reads other rows as of its start. Both go out in one round trip; the server begins the second when the first has its
 * locks.
 */
export async function readStockFacts(tx: Sql, events: readonly StockEvent[]): Promise<StockFacts> {
  const keys = [...new Map(events.map(placeOf).map((key) => [placeText(key), key])).values()];
  const [variants, places] = await Promise.all([lockVariantFacts(tx, keys), readPlaces(tx, keys)]);
  const known = places.filter((place) => variants.has(variantText(place)));
  return { variants, places: new Map(known.map((place) => [placeText(place), place])) };
}

async function lockVariantFacts(tx: Sql, keys: readonly VariantKey[]): Promise<Map<string, VariantFacts>> {
  const locked = await lockVariants(tx, keys, { keepSheets: true });
  return new Map(
    locked.map(({ shopId, variantId, gtin, state, onHand, committed }) => [
      variantText({ shopId, variantId }),
      { shopId, variantId, gtin, state, onHand: Number(onHand), hasCommitted: committed > 0n },
    ]),
  );
}

const PlaceRow = z.object({
  place: z.enum(['own', 'network', 'unknown']),
  quantity: z.int().nullable(),
  changedAt: z.bigint().nullable(),
  reportedQuantity: z.int().nullable(),
  hasRefusals: z.boolean(),
  knownAt: z.bigint().nullable(),
  countedFrom: z.bigint().nullable(),
  uncountedSince: z.date().nullable(),
});
type PlaceRow = z.output<typeof PlaceRow>;

/** Each by its key, fenced: a join of tables would read all shops for one event. */
async function readPlaces(tx: Sql, keys: readonly PlaceKey[]): Promise<PlaceFacts[]> {
  if (keys.length === 0) return [];
  const found = await rows(
    PlaceRow,
    tx.$queryRaw`
    SELECT
      CASE WHEN k.location_id = s.hub_network_location_id THEN 'network'
        WHEN l.location_id IS NOT NULL THEN 'own' ELSE 'unknown' END AS place,
      stock.quantity, stock.changed_at AS "changedAt", stock.reported_quantity AS "reportedQuantity",
      stock.known_at AS "knownAt", l.counted_from AS "countedFrom", l.uncounted_since AS "uncountedSince",
      refusal.shop_id IS NOT NULL AS "hasRefusals"
    FROM unnest(
      ${keys.map((key) => key.shopId)}::int[],
      ${keys.map((key) => key.variantId)}::text[],
      ${keys.map((key) => key.locationId)}::text[]
    ) WITH ORDINALITY AS k (shop_id, variant_id, location_id, position)
    LEFT JOIN LATERAL (
      SELECT hub_network_location_id FROM shop WHERE id = k.shop_id OFFSET 0
    ) AS s ON true
    LEFT JOIN LATERAL (
      SELECT location_id, counted_from, uncounted_since FROM shop_location WHERE shop_id = k.shop_id AND location_id = k.location_id OFFSET 0
    ) AS l ON true
    LEFT JOIN LATERAL (
      SELECT quantity, changed_at, reported_quantity, known_at FROM stock_level
      WHERE shop_id = k.shop_id AND variant_id = k.variant_id AND location_id = k.location_id OFFSET 0
    ) AS stock ON true
    LEFT JOIN LATERAL (
      SELECT shop_id FROM stock_refusal WHERE shop_id = k.shop_id AND variant_id = k.variant_id LIMIT 1
    ) AS refusal ON true
    ORDER BY k.position`,
  );
  return keys.flatMap((key, index) => (found[index] ? placeFacts(key, found[index]) : []));
}

function placeFacts(key: PlaceKey, row: PlaceRow): PlaceFacts {
  const { place, quantity, changedAt, reportedQuantity, hasRefusals } = row;
  const latest = changedAt === null ? null : { changedAt, quantity: reportedQuantity ?? quantity ?? 0 };
  const { shopId, variantId, locationId } = key;
  const stock = { quantity: quantity ?? 0, knownAt: row.knownAt ?? 0n, counting: countingOf(row) };
  return { shopId, variantId, locationId, place, ...stock, latest, hasRefusals };
}

function countingOf({ countedFrom, uncountedSince }: PlaceRow): Counting | null {
  if (countedFrom === null) return null;
  return {
    from: countedFrom,
    fromNs: uncountedSince === null ? 0n : instantFromMs(uncountedSince.getTime()),
  };
}

/**
 * Writes the locations' figures and what the shops' totals of their locked variants gain, in one statement. Their time
 * of receipt comes from the database's clock, as do the times it is compared with: when a catalogue page was requested
 * (D14), when a reservation was made (D17).
 */
export async function saveStock(
  tx: Sql,
  { levels, variants }: Pick<StockChanges, 'levels' | 'variants'>,
): Promise<void> {
  if (levels.length > 0) await writeStock(tx, levels, variants.filter(hasChanged));
}

function hasChanged({ delta }: VariantChange): boolean {
  return delta !== 0;
}

async function writeStock(
  tx: Sql,
  levels: readonly LevelChange[],
  changed: readonly VariantChange[],
): Promise<void> {
  const write = Prisma.sql`
    WITH written AS (
      INSERT INTO stock_level
        (shop_id, variant_id, location_id, quantity, changed_at, reported_quantity, received_at, known_at)
      SELECT shop_id, variant_id, location_id, quantity, changed_at, quantity, now(), known_at
      FROM unnest(
        ${levels.map((level) => level.shopId)}::int[],
        ${levels.map((level) => level.variantId)}::text[],
        ${levels.map((level) => level.locationId)}::text[],
        ${levels.map((level) => level.quantity)}::int[],
        ${levels.map((level) => level.changedAt)}::bigint[],
        ${levels.map((level) => level.knownAt)}::bigint[]
      ) AS l (shop_id, variant_id, location_id, quantity, changed_at, known_at)
      ON CONFLICT (shop_id, variant_id, location_id) DO UPDATE SET quantity = excluded.quantity,
        changed_at = excluded.changed_at, reported_quantity = excluded.reported_quantity,
        received_at = excluded.received_at, known_at = excluded.known_at
    )
    UPDATE variant v SET on_hand = v.on_hand + c.rise
    FROM unnest(
      ${changed.map((variant) => variant.shopId)}::int[],
      ${changed.map((variant) => variant.variantId)}::text[],
      ${changed.map((variant) => variant.delta)}::bigint[]
    ) AS c (shop_id, variant_id, rise)
    WHERE v.shop_id = c.shop_id AND v.variant_id = c.variant_id`;
  await executeWithNext(tx, write);
}
