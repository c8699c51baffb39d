import { StockBuffer } from '@hub/database';
import { z } from 'zod';
import { look } from '../command';
import { requireShop, Text, time } from '../fields';

/** What is known of a shop, without its secrets. */
export const shopShow = look({
  input: z.strictObject({ shop: Text }),
  run: async ({ db }, { shop: slug }) => {
    const shop = await requireShop(db, slug);
    const ofShop = { shopId: shop.id };
    const [variants, linked, outOfSync, secrets] = await Promise.all([
      db.variant.groupBy({ by: ['state'], where: ofShop, _count: true }),
      db.variant.count({ where: { ...ofShop, state: 'active', gtin: { not: null } } }),
      db.networkQuantity.count({ where: { ...ofShop, state: { not: 'in_step' } } }),
      db.shopSecret.findMany({ where: ofShop, orderBy: { position: 'asc' } }),
    ]);
    const count = (state: string) => variants.find((entry) => entry.state === state)?._count ?? 0;
    return {
      shop: shop.slug,
      name: shop.name,
      country: shop.country,
      currency: shop.currency,
      store_api_root: shop.storeApiRoot,
      hub_network_location_id: shop.hubNetworkLocationId,
      locations: shop.locations.map((location) => location.locationId),
      destination_countries: shop.destinationCountries,
      injection_vat: shop.injectionVat,
      stock_deducted_at: shop.stockDeductedAt,
      time_zone: shop.timeZone,
      ship_within: shop.shipWithin,
      closed_days: shop.closedDays,
      stock_buffer: StockBuffer.parse(shop.stockBuffer),
      orders_per_day: shop.ordersPerDay,
      products: shop.products,
      inventory: shop.inventory,
      orders: shop.orders,
      cancellation: shop.cancellation,
      returns: shop.returns,
      signing_secrets: secrets.map(({ verifyUntil }) => ({ verify_until: time(verifyUntil) })),
      door_token_set_at: time(shop.doorTokenSetAt),
      calls_held_since: time(shop.callsHeldSince),
      paused_until: time(shop.pausedUntil),
      removed_at: time(shop.removedAt),
      first_catalogue_at: time(shop.firstCatalogueAt),
      active_variants: count('active'),
      retired_variants: count('retired'),
      linked_variants: linked,
      out_of_step_quantities: outOfSync,
    };
  },
});
