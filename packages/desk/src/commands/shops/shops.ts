import { shopVersions } from '@hub/shops';
import { z } from 'zod';
import { look } from '../command';
import { Limit, requireShop, Text, time } from '../fields';

/** Every shop, those removed too. */
export const shopList = look({
  input: z.strictObject({}),
  run: async ({ db }) =>
    (await db.shop.findMany({ orderBy: { slug: 'asc' } })).map((shop) => ({
      shop: shop.slug,
      name: shop.name,
      country: shop.country,
      currency: shop.currency,
      products: shop.products,
      inventory: shop.inventory,
      orders: shop.orders,
      cancellation: shop.cancellation,
      returns: shop.returns,
      calls_held_since: time(shop.callsHeldSince),
      paused_until: time(shop.pausedUntil),
      removed_at: time(shop.removedAt),
    })),
});

/** Every version of a sheet that was applied, the newest first. */
export const shopHistory = look({
  input: z.strictObject({ shop: Text, limit: Limit }),
  run: async ({ db }, { shop, limit }) => {
    await requireShop(db, shop);
    const versions = await shopVersions(db, { shop, limit });
    return versions.map(({ appliedAt, appliedBy, first, changes }) => ({
      applied_at: time(appliedAt),
      applied_by: appliedBy,
      first,
      changes,
    }));
  },
});
