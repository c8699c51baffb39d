import { describe, expect, it } from '@jest/globals';
import { environmentSheet } from './environment-sheet';

describe('the environment sheet of a store (D25)', () => {
  it('names every field, texts quoted and credentials by reference', () => {
    const sheet = environmentSheet({
      slug: 'nordic-outdoor',
      name: 'Nordic "Outdoor"',
      country: 'NO',
      currency: 'EUR',
      apiRoot: 'http://127.0.0.1:4100',
      hubLocationId: '9000',
      locations: [{ id: '1001', latitude: 59.91, longitude: 10.75 }, { id: '1002' }],
      destinationCountries: ['SE', 'NO'],
      eventsUrl: 'http://127.0.0.1:8080/shops/nordic-outdoor/events',
      deducts: 'shipment',
      bearerEnv: 'NORDIC_BEARER',
      secretEnv: 'NORDIC_SECRET',
      capabilities: { orders: 'dry_run', cancellation: 'off', returns: 'off' },
    });
    expect(sheet).toBe(`shop_slug: "nordic-outdoor"
name: "Nordic \\"Outdoor\\""
country: "NO"
currency: "EUR"
# plain HTTP or a private address: the hub takes it where ALLOW_INSECURE_STORES=true, for tests alone
store_api_root: "http://127.0.0.1:4100"
bearer_token: \${NORDIC_BEARER}
signing_secrets: [ "\${NORDIC_SECRET}" ]
hub_network_location_id: "9000"
locations:
  - {"location_id":"1001","latitude":59.91,"longitude":10.75}
  - {"location_id":"1002"}
destination_countries: ["SE","NO"]
test_webhook_url: "http://127.0.0.1:8080/shops/nordic-outdoor/events"
split_rate: { default: 0.7 }
injection_vat: domestic
stock_deducted_at: shipment
test_variants: []
optional_fields: []
contacts: { technical: "technical@nordic-outdoor.example" }
capabilities:
  products: "live"
  inventory: "live"
  orders: "dry_run"
  cancellation: "off"
  returns: "off"
`);
  });
});
