import { Prisma, rows, type Sql } from '@hub/database';
import { z } from 'zod';
import { OpenReservation, type ReservationChange } from './consume-reservations';
import { lockVariants } from './lock-variants';
import { keyText, VariantKey } from './variant-key';

/** Conditions on `reservation r`, always beside `remaining > 0`. */
export const reservationsOf = {
  /** Reservations, not blocks, of shipping order lines. */
  lines: (shippingOrderLineIds: readonly string[]) =>
    Prisma.sql`r.kind = 'reserved' AND r.shipping_order_line_id = ANY (${shippingOrderLineIds}::uuid[])`,
  ids: (ids: readonly string[]) => Prisma.sql`r.id = ANY (${ids}::uuid[])`,
  block: (id: string) => Prisma.sql`r.kind = 'block' AND r.id = ${id}::uuid`,
  /** Those of variants that a stock report covers, or may turn out to; found variant by variant, whatever their number. */
  reported: (keys: readonly VariantKey[]) => Prisma.sql`
    (r.consumable_from IS NOT NULL OR r.attempted_at IS NOT NULL)
    AND r.id = ANY (ARRAY(
      SELECT open.id
      FROM unnest(${keys.map((key) => key.shopId)}::int[], ${keys.map((key) => key.variantId)}::text[])
        AS k (shop_id, variant_id)
      CROSS JOIN LATERAL (
        SELECT o.id FROM reservation o
        WHERE o.shop_id = k.shop_id AND o.variant_id = k.variant_id AND o.remaining > 0 OFFSET 0) open
    ))`,
};

const StoredReservation = VariantKey.extend(OpenReservation.shape);
type StoredReservation = z.output<typeof StoredReservation>;

/**
 * Locks the variants of the open reservations that meet a condition, and reads these under the lock, oldest first.
 * Locks nothing if there are none. Reservations that moved to another variant while this waited are read under its lock,
 * too.
 */
export async function openUnderLock(tx: Sql, condition: Prisma.Sql): Promise<StoredReservation[]> {
  const variants = await rows(
    VariantKey,
    tx.$queryRaw`
    SELECT DISTINCT r.shop_id AS "shopId", r.variant_id AS "variantId"
    FROM reservation r WHERE r.remaining > 0 AND ${condition}`,
  );
  if (variants.length === 0) return [];
  const locked = new Set<string>();
  let toLock: VariantKey[] = variants;
  for (;;) {
    await lockVariants(tx, toLock);
    for (const variant of toLock) locked.add(keyText(variant));
    const open = await readOpen(tx, condition);
    toLock = open.filter((reservation) => !locked.has(keyText(reservation)));
    if (toLock.length === 0) return open;
  }
}

/**
 * Open reservations that meet a condition, oldest first. Their shops and lines are read by key, however many there are
 * (decisions/database.md#plans-of-hot-statements).
 */
export async function readOpen(tx: Sql, condition: Prisma.Sql): Promise<StoredReservation[]> {
  return rows(
    StoredReservation,
    tx.$queryRaw`
    SELECT r.id, r.shop_id AS "shopId", r.variant_id AS "variantId", r.kind::text AS kind, r.remaining,
      r.attempted_at AS "attemptedAt", r.falls_before AS "fallsBefore", r.consumable_from AS "consumableFrom",
      r.ends_with_next_report AS "endsWithNextReport", r.shipped_at AS "shippedAt",
      s.stock_deducted_at::text AS "deductedAt",
      CASE s.stock_deducted_at WHEN 'shipment' THEN coalesce(l.quantity - l.packaged, 0) ELSE 0 END AS unpackaged
    FROM reservation r
    CROSS JOIN LATERAL (SELECT stock_deducted_at FROM shop WHERE id = r.shop_id OFFSET 0) s
    LEFT JOIN LATERAL (
      SELECT quantity, packaged FROM shipping_order_line WHERE id = r.shipping_order_line_id OFFSET 0) l ON true
    WHERE r.remaining > 0 AND ${condition}
    ORDER BY r.created_at, r.id`,
  );
}

/**
 * Writes the rest of reservations and subtracts what was freed from their variants' `committed`, in one statement. The
 * variants are locked.
 * @returns the articles (GTIN-14) whose free stock changed
 */
export async function writeRemaining(tx: Sql, changes: readonly ReservationChange[]): Promise<string[]> {
  const freed = await writeFreed(tx, changes);
  return [...new Set(freed.map(({ gtin }) => gtin))];
}

/** Pieces of a linked variant that are no longer committed. */
const FreedStock = VariantKey.extend({ gtin: z.string(), pieces: z.int() });
export type FreedStock = z.output<typeof FreedStock>;

/** The same. @returns what was freed for each variant, in the order of their articles */
export async function writeFreed(tx: Sql, changes: readonly ReservationChange[]): Promise<FreedStock[]> {
  if (changes.length === 0) return [];
  return rows(
    FreedStock,
    tx.$queryRaw`
    WITH change AS (
      SELECT * FROM unnest(
        ${changes.map((change) => change.id)}::uuid[],
        ${changes.map((change) => change.remaining)}::int[],
        ${changes.map((change) => change.freed)}::int[]
      ) AS c (id, remaining, freed)
    ), written AS (
      UPDATE reservation r
      SET remaining = c.remaining, ended_at = CASE WHEN c.remaining = 0 THEN now() END
      FROM change c WHERE r.id = c.id
      RETURNING r.shop_id, r.variant_id, c.freed
    ), freed AS (
      SELECT shop_id, variant_id, sum(freed) AS pieces FROM written GROUP BY shop_id, variant_id
    ), lowered AS (
      UPDATE variant v SET committed = v.committed - f.pieces
      FROM freed f WHERE v.shop_id = f.shop_id AND v.variant_id = f.variant_id
      RETURNING v.gtin, v.shop_id, v.variant_id, f.pieces
    )
    SELECT gtin, shop_id AS "shopId", variant_id AS "variantId", pieces::int AS pieces FROM lowered
    WHERE gtin IS NOT NULL ORDER BY gtin`,
  );
}
