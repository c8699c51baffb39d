import { countedTotals, type Tx } from '@hub/database';
import type { Counting, CountingBefore } from './decide-counting';

/** From when figures count by the sheet in force. @returns null if the shop is new */
export async function readCounting(tx: Tx, slug: string): Promise<CountingBefore | null> {
  const shop = await tx.shop.findUnique({
    where: { slug },
    select: {
      inventory: true,
      locations: { select: { locationId: true, countedFrom: true, uncountedSince: true } },
    },
  });
  if (shop === null) return null;
  const locations = new Map(shop.locations.map(({ locationId, ...counting }) => [locationId, counting]));
  return { inventoryLive: shop.inventory === 'live', locations };
}

/** Whether other figures count than before. */
export function hasChanged(before: CountingBefore | null, now: ReadonlyMap<string, Counting>): boolean {
  if (before === null || before.locations.size !== now.size) return true;
  return [...now].some(([id, { countedFrom }]) => before.locations.get(id)?.countedFrom !== countedFrom);
}

/**
 * Sets the totals of a shop's variants to what counts by its sheet. A removed location no longer counts: no event could
 * ever correct it again (`unknown_location`, D9), and the network would sell it. Nor does what was reported before an
 * interruption (D16). The `changed_at` marks are kept, so that no older event sets it (D10). Variants are locked in
 * their order; stock events of the shop wait for its sheet.
 */
export async function countStock(tx: Tx, shopId: number): Promise<void> {
  await tx.$executeRaw`
    SELECT 1 FROM "variant" v WHERE v."shop_id" = ${shopId} AND EXISTS (
      SELECT FROM "stock_level" s WHERE s."shop_id" = v."shop_id" AND s."variant_id" = v."variant_id")
    ORDER BY v."variant_id" FOR UPDATE`;
  await tx.$executeRaw`
    UPDATE "variant" v SET "on_hand" = coalesce("known"."total", 0)
    FROM "variant" o LEFT JOIN (${countedTotals(shopId)}) "known" ON "known"."variant_id" = o."variant_id"
    WHERE o."shop_id" = ${shopId} AND v."shop_id" = o."shop_id" AND v."variant_id" = o."variant_id"
      AND EXISTS (SELECT FROM "stock_level" s WHERE s."shop_id" = v."shop_id" AND s."variant_id" = v."variant_id")
      AND v."on_hand" <> coalesce("known"."total", 0)`;
}
