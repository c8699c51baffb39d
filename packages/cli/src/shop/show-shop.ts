import { bufferText } from '@hub/shops';
import type { LookOptions } from '../desk/desk-options';
import { ask, type ResultOf } from '../desk/with-desk';
import { printJson, printTable } from '../output';

const LABELS: Readonly<Record<keyof ResultOf<'shop.show'>, string>> = {
  shop: 'shop',
  name: 'name',
  country: 'country',
  currency: 'currency',
  store_api_root: 'address of its store',
  hub_network_location_id: 'location of network stock',
  locations: 'locations of its own stock',
  destination_countries: 'ships to',
  injection_vat: 'injection VAT',
  stock_deducted_at: 'its stock is deducted',
  time_zone: 'time zone',
  ship_within: 'ships within',
  closed_days: 'closed on',
  stock_buffer: 'pieces kept back of each variant',
  orders_per_day: 'shipping orders a day',
  products: 'products',
  inventory: 'inventory',
  orders: 'orders',
  cancellation: 'cancellation',
  returns: 'returns',
  signing_secrets: 'signing secrets',
  door_token_set_at: 'a bearer token was set at its door',
  calls_held_since: 'calls to its store are suspended since',
  paused_until: 'shipping is paused until',
  removed_at: 'removed',
  first_catalogue_at: 'first catalogue',
  active_variants: 'active variants',
  retired_variants: 'retired variants',
  linked_variants: 'linked variants',
  out_of_step_quantities: 'quantities that differ from what its store shows',
};
const labels: Readonly<Record<string, string>> = LABELS;

/** `hub shop show`: everything known about a shop, without its secrets. */
export async function showShop(shop: string, options: LookOptions): Promise<void> {
  const described = await ask(options, 'shop.show', { shop });
  if (options.json) return printJson(described);
  printTable(
    ['what', 'value'],
    Object.entries({
      ...described,
      signing_secrets: described.signing_secrets.map(secretText),
      stock_buffer: bufferText(described.stock_buffer),
    }).map(([what, value]) => [
      labels[what] ?? what,
      Array.isArray(value) ? value.join(', ') : String(value ?? ''),
    ]),
  );
}

function secretText({ verify_until: until }: { verify_until: string | null }): string {
  return until === null ? 'indefinitely' : `until ${until}`;
}
