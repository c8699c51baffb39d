import { printJson, printTable, time } from '../output';
import { withDatabase } from '../with-database';

/** `hub shop list`: every shop, those removed too. */
export async function listShops(options: { json?: boolean }): Promise<void> {
  const shops = await withDatabase(({ db }) => db.shop.findMany({ orderBy: { slug: 'asc' } }));
  const listed = shops.map((shop) => ({
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
    removed_at: time(shop.removedAt),
  }));
  if (options.json) return printJson(listed);
  const head = [
    'shop',
    'country',
    'currency',
    'products',
    'inventory',
    'orders',
    'cancellation',
    'returns',
    'calls',
  ];
  printTable(
    head,
    listed.map((shop) => [
      shop.shop,
      shop.country,
      shop.currency,
      shop.products,
      shop.inventory,
      shop.orders,
      shop.cancellation,
      shop.returns,
      standing(shop),
    ]),
  );
}

function standing(shop: { calls_held_since: string | null; removed_at: string | null }): string {
  if (shop.removed_at) return `removed at ${shop.removed_at}`;
  return shop.calls_held_since ? `held since ${shop.calls_held_since}` : '';
}
