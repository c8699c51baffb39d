import { rows, type Sql } from '@hub/database';
import type { Sweep } from '@hub/messaging';
import type { VariantKey } from '@hub/stock';
import { z } from 'zod';

const LOOKS_EVERY_MS = 1_000;
const BATCH = 500;

const Key = z.object({ shopId: z.int(), variantId: z.string() });

/**
 * Writes the network quantities again that a rehearsal wrote at a store, when the run is over (D32): it has ended, or its
 * lease has.
 */
export function afterRehearsals(syncIntervalMs: number): Sweep {
  return {
    name: 'network quantities that a rehearsal wrote',
    everyMs: Math.min(LOOKS_EVERY_MS, syncIntervalMs),
    batch: BATCH,
    run: (tx) => writeAfterRehearsals(tx),
  };
}

/** @returns how many rows are due again, or need not be written */
export async function writeAfterRehearsals(tx: Sql): Promise<number> {
  const over = await lockWritesOfRunsThatAreOver(tx);
  if (over.length === 0) return 0;
  const waiting = await makeDue(tx, over);
  const isWaiting = ({ shopId, variantId }: VariantKey): boolean =>
    waiting.some((one) => one.shopId === shopId && one.variantId === variantId);
  const done = over.filter((key) => !isWaiting(key));
  await tx.$executeRaw`
    DELETE FROM rehearsal_write w USING unnest(
      ${done.map(({ shopId }) => shopId)}::int[], ${done.map(({ variantId }) => variantId)}::text[]
    ) AS d (shop_id, variant_id) WHERE w.shop_id = d.shop_id AND w.variant_id = d.variant_id`;
  return done.length;
}

/** A shop whose `inventory` is off is written to once it is on. */
async function lockWritesOfRunsThatAreOver(tx: Sql): Promise<VariantKey[]> {
  return rows(
    Key,
    tx.$queryRaw`
    SELECT w.shop_id AS "shopId", w.variant_id AS "variantId"
    FROM rehearsal_write w JOIN shop s ON s.id = w.shop_id
    WHERE s.inventory <> 'off' AND NOT EXISTS (
      SELECT FROM rehearsal_run r WHERE r.shop_id = w.shop_id AND r.id = w.run_id AND r.lease_until > now())
    ORDER BY w.shop_id, w.variant_id LIMIT ${BATCH} FOR UPDATE OF w SKIP LOCKED`,
  );
}

/**
 * What the store shows is unknown. A variant that never was offered has no row, though the store may show a quantity
 * now. One that is being written must not be claimed beside that call (D15).
 * @returns those, whose call must end first
 */
async function makeDue(tx: Sql, keys: readonly VariantKey[]): Promise<VariantKey[]> {
  const ids = keys.map(({ shopId }) => shopId);
  const variants = keys.map(({ variantId }) => variantId);
  const due = await rows(
    Key,
    tx.$queryRaw`
    INSERT INTO network_quantity AS n (shop_id, variant_id, wanted, state, next_attempt_at, out_of_step_since)
    SELECT k.shop_id, k.variant_id, 0, 'due', now(), now()
    FROM unnest(${ids}::int[], ${variants}::text[]) AS k (shop_id, variant_id)
    JOIN variant v ON v.shop_id = k.shop_id AND v.variant_id = k.variant_id
    ORDER BY k.shop_id, k.variant_id
    ON CONFLICT (shop_id, variant_id) DO UPDATE SET state = 'due', reported = NULL, next_attempt_at = now(),
      out_of_step_since = coalesce(n.out_of_step_since, now())
    WHERE n.state <> 'writing'
    RETURNING n.shop_id AS "shopId", n.variant_id AS "variantId"`,
  );
  const isDue = ({ shopId, variantId }: VariantKey): boolean =>
    due.some((one) => one.shopId === shopId && one.variantId === variantId);
  const others = keys.filter((key) => !isDue(key));
  return rows(
    Key,
    tx.$queryRaw`
    SELECT n.shop_id AS "shopId", n.variant_id AS "variantId"
    FROM network_quantity n JOIN unnest(
      ${others.map(({ shopId }) => shopId)}::int[], ${others.map(({ variantId }) => variantId)}::text[]
    ) AS k (shop_id, variant_id) ON k.shop_id = n.shop_id AND k.variant_id = n.variant_id`,
  );
}
