import type { LookOptions } from '../desk/desk-options';
import { ask } from '../desk/with-desk';
import { printJson, printTable } from '../output';

const HEAD = [
  'shop',
  'country',
  'currency',
  'products',
  'inventory',
  'orders',
  'cancellation',
  'returns',
  'calls',
  'paused until',
];

/** `hub shop list`: every shop, including removed ones. */
export async function listShops(options: LookOptions): Promise<void> {
  const shops = await ask(options, 'shop.list', {});
  if (options.json) return printJson(shops);
  printTable(
    HEAD,
    shops.map((shop) => [
      shop.shop,
      shop.country,
      shop.currency,
      shop.products,
      shop.inventory,
      shop.orders,
      shop.cancellation,
      shop.returns,
      standing(shop),
      shop.paused_until ?? '',
    ]),
  );
}

function standing(shop: { calls_held_since: string | null; removed_at: string | null }): string {
  if (shop.removed_at) return `removed at ${shop.removed_at}`;
  return shop.calls_held_since ? `suspended since ${shop.calls_held_since}` : '';
}
