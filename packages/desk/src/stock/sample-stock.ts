import { rows, type Tx } from '@hub/database';
import { z } from 'zod';

const SWEEP = 'stock samples';
/** Variants per transaction. */
export const SAMPLED_AT_ONCE = 2_000;
const ROUND_MS = 60 * 60_000;
/** Retention of the figures: a day more than a page looks back, plus the current one. */
const KEPT_MS = 32 * 24 * ROUND_MS;

const Progress = z.object({ position: z.string().nullable(), begunAt: z.date() });
/** The last variant that was read. */
const Place = z.object({ shopId: z.int(), variantId: z.string() });
type Place = z.output<typeof Place>;
const BEFORE_ALL: Place = { shopId: 0, variantId: '' };

/**
 * Records the stock of the next variants, if it differs from the last record; once an hour all of them. Copies take
 * turns.
 * @returns how many were read
 */
export async function sampleStock(tx: Tx, now: number): Promise<number> {
  const progress = await takeUp(tx);
  if (!progress) return 0;
  const { position, begunAt } = progress;
  if (position === null && now < begunAt.getTime() + ROUND_MS) return 0;
  const from = position === null ? BEFORE_ALL : Place.parse(JSON.parse(position));
  const [last] = await rows(Place, lastOf(tx, from));
  if (last) {
    await note(tx, { from, to: last, now });
    await prune(tx, { from, to: last, now });
  }
  const begun = position === null ? new Date(now) : begunAt;
  await tx.$executeRaw`
    UPDATE sweep_round SET position = ${last ? JSON.stringify(last) : null}, begun_at = ${begun} WHERE sweep = ${SWEEP}`;
  return last ? SAMPLED_AT_ONCE : 0;
}

/** @returns null if another copy is sampling */
async function takeUp(tx: Tx): Promise<z.output<typeof Progress> | null> {
  await tx.$executeRaw`
    INSERT INTO sweep_round (sweep, begun_at) VALUES (${SWEEP}, to_timestamp(0)) ON CONFLICT DO NOTHING`;
  const [row] = await rows(
    Progress,
    tx.$queryRaw`
    SELECT position, begun_at AS "begunAt" FROM sweep_round WHERE sweep = ${SWEEP} FOR UPDATE SKIP LOCKED`,
  );
  return row ?? null;
}

/** The last of the next ones; none: there are no more. */
function lastOf(tx: Tx, from: Place): PromiseLike<unknown> {
  return tx.$queryRaw`
    SELECT shop_id AS "shopId", variant_id AS "variantId" FROM (
      SELECT shop_id, variant_id FROM variant WHERE (shop_id, variant_id) > (${from.shopId}, ${from.variantId})
      ORDER BY shop_id, variant_id LIMIT ${SAMPLED_AT_ONCE}
    ) next ORDER BY shop_id DESC, variant_id DESC LIMIT 1`;
}

interface Part {
  from: Place;
  to: Place;
  now: number;
}

/** A variant that never had a piece is not recorded. */
async function note(tx: Tx, { from, to, now }: Part): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO stock_sample (shop_id, variant_id, at, on_hand, committed)
    SELECT v.shop_id, v.variant_id, ${new Date(now)}, v.on_hand, v.committed FROM variant v
    LEFT JOIN LATERAL (
      SELECT on_hand, committed FROM stock_sample k WHERE k.shop_id = v.shop_id AND k.variant_id = v.variant_id
      ORDER BY k.at DESC LIMIT 1
    ) last ON true
    WHERE (v.shop_id, v.variant_id) > (${from.shopId}, ${from.variantId})
      AND (v.shop_id, v.variant_id) <= (${to.shopId}, ${to.variantId})
      AND (v.on_hand, v.committed) <> (coalesce(last.on_hand, 0), coalesce(last.committed, 0))
    ON CONFLICT DO NOTHING`;
}

/** The last earlier one stays: it shows the stock at the start of the retained period. */
async function prune(tx: Tx, { from, to, now }: Part): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM stock_sample s USING (
      SELECT v.shop_id, v.variant_id, (
        SELECT max(k.at) FROM stock_sample k
        WHERE k.shop_id = v.shop_id AND k.variant_id = v.variant_id AND k.at <= ${new Date(now - KEPT_MS)}
      ) AS first
      FROM variant v WHERE (v.shop_id, v.variant_id) > (${from.shopId}, ${from.variantId})
        AND (v.shop_id, v.variant_id) <= (${to.shopId}, ${to.variantId})
    ) kept
    WHERE s.shop_id = kept.shop_id AND s.variant_id = kept.variant_id AND s.at < kept.first`;
}
