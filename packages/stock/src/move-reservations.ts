import { Prisma, rows, type Tx } from '@hub/database';
import { z } from 'zod';
import { GtinRow } from './gtin-row';
import { lockVariants, type LockedVariant } from './lock-variants';
import { keyText, VariantKey } from './variant-key';

/** A shop's active variant of the article of its retired variant `own`, as `next`. */
const NEXT = Prisma.sql`(
  SELECT n.variant_id FROM variant n
  WHERE n.shop_id = own.shop_id AND n.gtin = own.gtin AND n.state = 'active' AND own.state = 'retired' OFFSET 0) next`;

/** Open reservations and blocks `r` of shops, each with the variant that its line was ordered as, `own`. */
function openOf(shopIds: readonly number[]): Prisma.Sql {
  return Prisma.sql`
    FROM unnest(${[...new Set(shopIds)]}::int[]) AS s (id)
    CROSS JOIN LATERAL (SELECT r.id, r.shop_id, r.variant_id, r.remaining, r.shipping_order_line_id FROM reservation r
      WHERE r.shop_id = s.id AND r.remaining > 0 OFFSET 0) r
    CROSS JOIN LATERAL (SELECT l.variant_id FROM shipping_order_line l WHERE l.id = r.shipping_order_line_id OFFSET 0) l
    CROSS JOIN LATERAL (SELECT v.shop_id, v.variant_id, v.gtin, v.state FROM variant v
      WHERE v.shop_id = r.shop_id AND v.variant_id = l.variant_id OFFSET 0) own`;
}

/**
 * Reservations and blocks belong to shop and article (D14): those of a retired variant count against the shop's active
 * variant of the article, whose reports consume and lift them, and return to their own once it is active again. Called
 * after states or links of a shop's variants changed, in the same transaction; `variantsOfMoves` are locked, and those
 * that changed. Kept decreases of a retired variant (D17) go along.
 * @returns the articles (GTIN-14) whose free stock changed
 */
export async function moveReservations(tx: Tx, shopIds: readonly number[]): Promise<string[]> {
  const articles = await rows(
    GtinRow,
    tx.$queryRaw`
    WITH move AS MATERIALIZED (
      SELECT r.id, r.shop_id, r.variant_id AS origin, coalesce(next.variant_id, own.variant_id) AS target, r.remaining
      ${openOf(shopIds)} LEFT JOIN LATERAL ${NEXT} ON true
      WHERE r.variant_id <> coalesce(next.variant_id, own.variant_id)
    ), moved AS (
      -- Decreases kept at the target before belong to other orders.
      UPDATE reservation r SET variant_id = m.target, falls_before = greatest(r.falls_before, (
        SELECT max(f.id) FROM (SELECT f.id FROM stock_fall f
          WHERE f.shop_id = m.shop_id AND f.variant_id = m.target OFFSET 0) f))
      FROM move m WHERE r.id = m.id
    ), fall AS (
      UPDATE stock_fall f SET variant_id = m.target
      FROM (SELECT DISTINCT m.shop_id, m.origin, m.target FROM move m) m
      JOIN variant v ON v.shop_id = m.shop_id AND v.variant_id = m.origin AND v.state = 'retired'
      WHERE f.shop_id = m.shop_id AND f.variant_id = m.origin
    ), change AS (
      SELECT shop_id, variant_id, sum(pieces) AS pieces FROM (
        SELECT shop_id, origin AS variant_id, -remaining AS pieces FROM move
        UNION ALL SELECT shop_id, target, remaining FROM move) c
      GROUP BY shop_id, variant_id
    ), committed AS (
      UPDATE variant v SET committed = v.committed + c.pieces
      FROM change c WHERE v.shop_id = c.shop_id AND v.variant_id = c.variant_id
      RETURNING v.gtin
    )
    SELECT DISTINCT gtin FROM committed WHERE gtin IS NOT NULL ORDER BY gtin`,
  );
  return articles.map(({ gtin }) => gtin);
}

/** The variants of shops that `moveReservations` may take reservations from, or give some to, without a change of theirs. */
export async function variantsOfMoves(tx: Tx, shopIds: readonly number[]): Promise<VariantKey[]> {
  const found = await rows(
    VariantKey,
    tx.$queryRaw`
    SELECT DISTINCT r.shop_id AS "shopId", u.variant_id AS "variantId"
    ${openOf(shopIds)} LEFT JOIN LATERAL ${NEXT} ON true
    CROSS JOIN LATERAL unnest(ARRAY[own.variant_id, r.variant_id, next.variant_id]) AS u (variant_id)
    WHERE (own.state = 'retired' OR r.variant_id <> own.variant_id) AND u.variant_id IS NOT NULL`,
  );
  return found;
}

/**
 * Locks variants whose links or states are about to change, and those between which reservations may move then, in the
 * one order.
 * @returns the requested ones, in that order
 */
export async function lockForMoves(tx: Tx, keys: readonly VariantKey[]): Promise<LockedVariant[]> {
  const others = await variantsOfMoves(
    tx,
    keys.map(({ shopId }) => shopId),
  );
  const requested = new Set(keys.map(keyText));
  const locked = await lockVariants(tx, [...keys, ...others]);
  return locked.filter((variant) => requested.has(keyText(variant)));
}

const HolderRow = z.object({ shopId: z.int(), variantId: z.string(), holder: z.string() });

/** Requests for lines of orders that exist, each at the variant that holds its reservations now. */
export async function atHolders<K extends VariantKey>(tx: Tx, requests: readonly K[]): Promise<K[]> {
  const holders = await rows(
    HolderRow,
    tx.$queryRaw`
    SELECT own.shop_id AS "shopId", own.variant_id AS "variantId", next.variant_id AS holder
    FROM unnest(${requests.map(({ shopId }) => shopId)}::int[], ${requests.map(({ variantId }) => variantId)}::text[])
      AS k (shop_id, variant_id)
    CROSS JOIN LATERAL (SELECT v.shop_id, v.variant_id, v.gtin, v.state FROM variant v
      WHERE v.shop_id = k.shop_id AND v.variant_id = k.variant_id OFFSET 0) own
    CROSS JOIN LATERAL ${NEXT}`,
  );
  const holderOf = new Map(holders.map((row) => [keyText(row), row.holder]));
  return requests.map((one) => ({ ...one, variantId: holderOf.get(keyText(one)) ?? one.variantId }));
}
