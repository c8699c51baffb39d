import type { OrderCreated } from '@hub/contract';
import type { Tx } from '@hub/database';
import { networkVariants } from './decide-intake';
import type { IntakeFacts, KnownVariant, SellingShop } from './intake-facts';

/** Reads what taking an order of a shop rests on, as it is now. */
export async function readIntakeFacts(tx: Tx, shopId: number, order: OrderCreated): Promise<IntakeFacts> {
  const shop = await requireSellingShop(tx, shopId);
  return {
    shop,
    variants: await readKnownVariants(tx, shopId, networkVariants(order, shop)),
    cancelledBefore: await isCancelledBefore(tx, { shopId, orderId: order.order_id }),
  };
}

async function requireSellingShop(tx: Tx, shopId: number): Promise<SellingShop> {
  const shop = await tx.shop.findUniqueOrThrow({
    where: { id: shopId },
    select: {
      orders: true,
      currency: true,
      hubNetworkLocationId: true,
      destinationCountries: true,
      testVariants: true,
      locations: { select: { locationId: true } },
    },
  });
  return {
    ...shop,
    destinationCountries: new Set(shop.destinationCountries),
    testVariants: new Set(shop.testVariants),
    locations: new Set(shop.locations.map(({ locationId }) => locationId)),
  };
}

/** Variants that a completed catalogue run has shown, whatever their state. */
async function readKnownVariants(
  tx: Tx,
  shopId: number,
  variantIds: readonly string[],
): Promise<Map<string, KnownVariant>> {
  if (variantIds.length === 0) return new Map();
  const rows = await tx.variant.findMany({
    where: { shopId, variantId: { in: [...variantIds] } },
    select: { variantId: true, barcode: true, sku: true },
  });
  return new Map(rows.map(({ variantId, ...known }) => [variantId, known]));
}

/** Whether a cancellation of the order came before it (D12). */
async function isCancelledBefore(tx: Tx, order: { shopId: number; orderId: string }): Promise<boolean> {
  const { shopId, orderId } = order;
  return (await tx.cancellationMarker.count({ where: { shopId, orderId } })) > 0;
}
