import type { Tx } from '@hub/database';

/**
 * A shop's stock is that of the locations on its sheet. A removed location no longer counts: no event could ever
 * correct it again (`unknown_location`, D9), and the network would sell it. One that returns counts at once, with its
 * last known stock; its `changed_at` marks were kept, so that no older event sets it (D10). Variants are locked in
 * their order; stock events of the shop wait for its sheet.
 * @param locationIds the locations on the sheet from now on; those stored are the ones before
 */
export async function countLocationStock(
  tx: Tx,
  shopId: number,
  locationIds: readonly string[],
): Promise<void> {
  const before = await tx.shopLocation.findMany({ where: { shopId }, select: { locationId: true } });
  if (isSame(new Set(before.map(({ locationId }) => locationId)), new Set(locationIds))) return;
  const now = [...locationIds];
  await tx.$executeRaw`
    SELECT 1 FROM "variant" v WHERE v."shop_id" = ${shopId} AND EXISTS (
      SELECT FROM "stock_level" s WHERE s."shop_id" = v."shop_id" AND s."variant_id" = v."variant_id")
    ORDER BY v."variant_id" FOR UPDATE`;
  await tx.$executeRaw`
    UPDATE "variant" v SET "on_hand" = "known"."total"
    FROM (
      SELECT "variant_id", coalesce(sum(greatest("quantity", 0)) FILTER (WHERE "location_id" = ANY(${now})), 0) AS "total"
      FROM "stock_level" WHERE "shop_id" = ${shopId} GROUP BY "variant_id"
    ) "known"
    WHERE v."shop_id" = ${shopId} AND v."variant_id" = "known"."variant_id" AND v."on_hand" <> "known"."total"`;
}

function isSame(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return some.size === others.size && [...some].every((one) => others.has(one));
}
