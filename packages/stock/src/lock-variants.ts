import { keepingShopSheets, keptBackOf, Prisma, rows, VariantState, type Sql } from '@hub/database';
import { z } from 'zod';
import { VariantKey } from './variant-key';

/** A variant under its lock; no other transaction changes it until this one ends. */
const LockedVariant = VariantKey.extend({
  gtin: z.string().nullable(),
  state: z.enum(VariantState),
  /** Pieces at the shop's own locations in total. */
  onHand: z.bigint(),
  /** Pieces of those under reservations and blocks (D17). */
  committed: z.bigint(),
  /** Pieces of those that the shop keeps for itself (D16). */
  keptBack: z.int(),
});
export type LockedVariant = z.output<typeof LockedVariant>;

/**
 * Locks variants for this transaction in the one order, (shop_id, variant_id), that all transactions must use, so that
 * two never deadlock. Lock all that a transaction needs in one call, and after any rows of orders.
 * @param options.keepSheets also locks their shops' sheets against change, first, in the same statement
 * @returns those that exist, in that order
 */
export async function lockVariants(
  tx: Sql,
  keys: readonly VariantKey[],
  { keepSheets = false } = {},
): Promise<LockedVariant[]> {
  if (keys.length === 0) return [];
  const kept = keepSheets
    ? Prisma.sql`WITH kept AS MATERIALIZED (${keepingShopSheets(keys.map(({ shopId }) => shopId))})`
    : Prisma.empty;
  return rows(
    LockedVariant,
    tx.$queryRaw`
    ${kept}
    SELECT v.shop_id AS "shopId", v.variant_id AS "variantId", v.gtin, v.state::text AS state,
      v.on_hand AS "onHand", v.committed, ${keptBackOf('v')} AS "keptBack"
    FROM variant v
    WHERE ${keepSheets ? Prisma.sql`(SELECT count(*) FROM kept) > 0 AND` : Prisma.empty} (v.shop_id, v.variant_id) IN (
      SELECT * FROM unnest(${keys.map((key) => key.shopId)}::int[], ${keys.map((key) => key.variantId)}::text[])
    )
    ORDER BY v.shop_id, v.variant_id
    FOR UPDATE OF v`,
  );
}
