import type { OrderCreated } from '@hub/contract';
import { CapabilityState, type Sql, type Tx } from '@hub/database';
import { z } from 'zod';
import { networkVariants } from './decide-intake';
import type { IntakeFacts, KnownVariant, SellingShop } from './intake-facts';

/** Reads the current facts that decide whether an order of a shop is accepted. */
export async function readIntakeFacts(tx: Tx, shopId: number, order: OrderCreated): Promise<IntakeFacts> {
  const shop = (await readSellingShops(tx, [shopId])).get(shopId);
  if (!shop) throw new Error('no such shop');
  return {
    shop,
    variants: await readKnownVariants(tx, shopId, networkVariants(order, shop)),
    cancelledBefore: await isCancelledBefore(tx, { shopId, orderId: order.order_id }),
  };
}

const SellingShops = z.array(
  z.object({
    id: z.int(),
    slug: z.string(),
    country: z.string(),
    orders: z.enum(CapabilityState),
    currency: z.string(),
    hubNetworkLocationId: z.string(),
    destinationCountries: z.array(z.string()),
    testVariants: z.array(z.string()),
    locations: z.array(z.string()),
    revision: z.bigint(),
  }),
);

/** The current sheets of selling shops, by id. */
export async function readSellingShops(
  tx: Sql,
  shopIds: readonly number[],
): Promise<Map<number, SellingShop>> {
  const rows = SellingShops.parse(
    await tx.$queryRaw`
      SELECT s.id, s.slug, s.country, s.orders::text AS orders, s.currency,
        s.hub_network_location_id AS "hubNetworkLocationId", s.destination_countries AS "destinationCountries",
        s.test_variants AS "testVariants", s.revision,
        ARRAY(SELECT l.location_id FROM shop_location l WHERE l.shop_id = s.id) AS locations
      FROM shop s WHERE s.id = ANY (${[...shopIds]}::int[])`,
  );
  return new Map(
    rows.map(({ destinationCountries, testVariants, locations, ...shop }) => [
      shop.id,
      {
        ...shop,
        destinationCountries: new Set(destinationCountries),
        testVariants: new Set(testVariants),
        locations: new Set(locations),
      },
    ]),
  );
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

/** Whether a cancellation of the order arrived first (D12). */
async function isCancelledBefore(tx: Tx, order: { shopId: number; orderId: string }): Promise<boolean> {
  const { shopId, orderId } = order;
  return (await tx.cancellationMarker.count({ where: { shopId, orderId } })) > 0;
}
