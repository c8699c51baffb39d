import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createStoreKit, memoryStorage } from '@hub/store-kit';
import { aShippingOrder, callingService, STORAGE_RULES, startFakeService } from '@hub/store-kit/testing';
import { createAdapter } from './adapter.mjs';
import { platformInMemory } from './platform-in-memory.mjs';

const CREDENTIALS = { bearerToken: 'token', signingSecret: 'secret' };

let platform, kit, service, hub;
beforeEach(async () => {
  platform = platformInMemory();
  service = await startFakeService([CREDENTIALS.signingSecret]);
  kit = createStoreKit({
    adapter: createAdapter(platform),
    storage: memoryStorage(),
    credentials: () => ({ bearerTokens: ['token'], signingSecrets: ['secret'] }),
    eventsUrl: service.url,
    networkLocationId: 'network',
    currency: 'EUR',
  });
  hub = await callingService(kit, CREDENTIALS);
});
afterEach(async () => {
  await hub.stop();
  await service.stop();
});

const sale = {
  orderId: '7',
  createdAt: new Date(),
  currency: 'EUR',
  shippingAddress: { name: 'Robin', addressLine1: 'Street 1', zip: '1', city: 'Town', countryCode: 'SE' },
  lines: [
    { lineId: 'L', variantId: 'V-1', unitPrice: 80, allocations: [{ locationId: 'network', quantity: 1 }] },
  ],
  shippingCost: 0,
  totalDiscounts: 0,
};

async function place() {
  const { status, body } = await hub.call('POST /orders', aShippingOrder());
  assert.equal(status, 200);
  return body.order_id;
}

describe('what the service asks', () => {
  it('reads the catalogue', async () => {
    const { status, body } = await hub.call('GET /products?limit=100');
    assert.equal(status, 200);
    assert.equal(body.products[0].variants[0].inventory.length, 2);
  });

  it('writes the quantity of the network, and the catalogue shows it', async () => {
    const location_id = await kit.locationNumber('network');
    const written = { variant_id: 'V-1', location_id, quantity: 5 };
    assert.deepEqual((await hub.call('PUT /inventory', written)).body, { success: true, ...written });
    const { body } = await hub.call('GET /products?limit=100');
    const levels = body.products[0].variants[0].inventory;
    assert.equal(levels.find((level) => level.location_id === location_id).quantity, 5);
  });

  it('places a shipping order, however often it asks', async () => {
    assert.equal(await place(), await place());
    assert.equal(platform.orders.size, 1);
  });

  it('refuses a variant that is not there', async () => {
    const [line] = aShippingOrder().line_items;
    const unknown = aShippingOrder({ line_items: [{ ...line, variant_id: 'unknown' }] });
    const { status, body } = await hub.call('POST /orders', unknown);
    assert.deepEqual([status, body.error.code], [404, 'unknown_variant']);
  });

  it('stops a shipping order', async () => {
    const order_id = await place();
    const { body } = await hub.call('POST /cancel', { external_ref: 'C-1', order_id });
    assert.equal(body.status, 'stopped');
    assert.equal(platform.orders.get(order_id).status, 'cancelled');
  });

  it('brings tracking, and registers a return, of an order sold here', async () => {
    await kit.events.orderPaid(sale);
    const parcel = {
      external_ref: 'P-1',
      carrier: 'PostNord',
      tracking_number: 'T',
      shipped_at: '2026-03-02T09:00:00Z',
    };
    const items = [{ line_item_id: 'L', quantity: 1 }];
    await hub.call('PUT /orders/7/tracking', { ...parcel, line_items: items });
    assert.equal(platform.parcels.length, 1);
    const lines = [{ order_line_id: 'L', quantity: 1 }];
    const { body } = await hub.call('POST /returns', { external_ref: 'R', order_id: '7', lines });
    assert.equal(body.return_id, 'R-1');
  });
});

describe('what is reported to the service', () => {
  it('a sale, a stock change, a parcel and goods that are back, each once', async () => {
    await kit.events.orderPaid(sale);
    await kit.events.orderPaid(sale);
    await kit.events.stockChanged({ variantId: 'V-1', locationId: 'main', quantity: 9 });
    const orderId = await place();
    const lines = [{ lineId: `${orderId}-0`, quantity: 2 }];
    const parcel = { packageId: 'P', carrier: 'PostNord', trackingNumber: 'T', shippedAt: new Date() };
    await kit.events.packageShipped({ ...parcel, orderId, lines });
    await kit.events.returned({ returnId: 'R', orderId, lines });
    await kit.sendDue();
    const sent = service.taken.map(({ event }) => event).sort();
    assert.deepEqual(sent, ['fulfillment.shipped', 'inventory.updated', 'order.created', 'return.created']);
    assert.deepEqual(service.refusals, []);
  });

  it('what a hook lost, by the sweep', async () => {
    await kit.sweep();
    platform.sellFromShelf('V-1');
    platform.changed.set('7', { orderId: '7', sale, cancellation: null, packages: [], returns: [] });
    assert.equal((await kit.sweep()).reported, 2);
    await kit.sendDue();
    assert.deepEqual(service.taken.map(({ event }) => event).sort(), ['inventory.updated', 'order.created']);
  });
});

describe('the storage', () => {
  // Yours instead of this one, empty each time.
  for (const { rule, play } of STORAGE_RULES) it(rule, () => play(memoryStorage()));
});
