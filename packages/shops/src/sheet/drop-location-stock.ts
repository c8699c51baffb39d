import type { Tx } from '@hub/database';

/**
 * Takes the stock of locations that are no longer on the sheet out of the shop's totals: no event could ever correct
 * it again (`unknown_location`, D9), and the network would sell it. The marks of `changed_at` stay, so that a location
 * that comes back is not set by an older event (D10). Variants are locked in their order.
 * @param kept the locations on the sheet
 */
export async function dropLocationStock(tx: Tx, shopId: number, kept: readonly string[]): Promise<void> {
  const locations = [...kept];
  await tx.$executeRaw`
    SELECT 1 FROM "variant" v WHERE v."shop_id" = ${shopId} AND v."variant_id" IN (
      SELECT "variant_id" FROM "stock_level"
      WHERE "shop_id" = ${shopId} AND "quantity" > 0 AND "location_id" <> ALL(${locations}))
    ORDER BY v."variant_id" FOR UPDATE`;
  await tx.$executeRaw`
    WITH "lost" AS (
      SELECT "variant_id", sum("quantity") AS "quantity" FROM "stock_level"
      WHERE "shop_id" = ${shopId} AND "quantity" > 0 AND "location_id" <> ALL(${locations}) GROUP BY "variant_id")
    UPDATE "variant" v SET "on_hand" = greatest(v."on_hand" - "lost"."quantity", 0)
    FROM "lost" WHERE v."shop_id" = ${shopId} AND v."variant_id" = "lost"."variant_id"`;
  await tx.$executeRaw`
    UPDATE "stock_level" SET "quantity" = 0
    WHERE "shop_id" = ${shopId} AND "quantity" > 0 AND "location_id" <> ALL(${locations})`;
}
