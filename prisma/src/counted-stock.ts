import { Prisma } from './generated/client';

/**
 * D16: the pieces that the level `k` at its shop's location `l` counts as: none where it was reported before an
 * interruption, none where it is below 0 (D10).
 */
export const COUNTED_PIECES = Prisma.sql`CASE WHEN k.known_at >= l.counted_from THEN greatest(k.quantity, 0) ELSE 0 END`;

/** The total of each variant of a shop over the locations on its sheet, as `(variant_id, total)`. */
export function countedTotals(shopId: number): Prisma.Sql {
  return Prisma.sql`
    SELECT k.variant_id, sum(${COUNTED_PIECES}) AS total
    FROM stock_level k JOIN shop_location l ON l.shop_id = k.shop_id AND l.location_id = k.location_id
    WHERE k.shop_id = ${shopId} GROUP BY k.variant_id`;
}
