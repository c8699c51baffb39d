/** An environment sheet (D25) live in every capability, as YAML (JSON is YAML). `undefined` removes a field. */
export function aSheet(overrides: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({ ...SHEET, ...overrides }, null, 2);
}

const SHEET = {
  shop_slug: 'nordic-outdoor',
  name: 'Nordic Outdoor',
  country: 'SE',
  currency: 'EUR',
  store_api_root: 'https://shop.example/api',
  bearer_token: '${NORDIC_BEARER_TOKEN}',
  signing_secrets: ['${NORDIC_SIGNING_SECRET}'],
  hub_network_location_id: '9000',
  locations: [{ location_id: '1001', latitude: 59.33, longitude: 18.06 }],
  destination_countries: ['SE', 'NO', 'DK'],
  test_webhook_url: 'https://hub.example/shops/nordic-outdoor/events',
  split_rate: { default: 0.7, variants: { 'V-123': 0.65 } },
  injection_vat: 'domestic',
  stock_deducted_at: 'order',
  test_variants: [],
  optional_fields: [],
  contacts: { technical: 'ops@shop.example' },
  capabilities: {
    products: 'live',
    inventory: 'live',
    orders: 'live',
    cancellation: 'live',
    returns: 'live',
  },
};
