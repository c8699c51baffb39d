import { createHash } from 'node:crypto';
import { inTransaction } from '@hub/database';
import { lockSellerOrderId } from '@hub/orders/records';
import { aGtin, anAddress, anOrder, anOrderLine, aShop, aVariant, type StoredShop } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RoutingWorld } from './routing-world';

let world: RoutingWorld;
let seller: StoredShop;
beforeAll(async () => {
  world = await RoutingWorld.open();
  seller = await aShop(world.db, { slug: 'seller' });
  await aVariant(world.db, { shopId: seller.id, variantId: 'V-1', gtin: aGtin(1) });
}, 60_000);
afterAll(() => world.close());
beforeEach(async () => {
  await world.db.outbox.deleteMany();
  await world.db.alert.deleteMany();
});

/** 9 KB that no compression makes fit for an entry of an index. */
const aLongText = () =>
  Array.from({ length: 200 }, (_, n) => createHash('sha256').update(`${n}`).digest('base64')).join('');

const accepted = { status: 200, outcome: 'accepted' };
const duplicate = { status: 200, outcome: 'duplicate' };

it("Clocks: an order of now is accepted by a worker whose clock is 6 s behind the ingress's", async () => {
  const now = Date.now();
  const order = anOrder({ created_at: new Date(now).toISOString() });
  expect(await world.receive(seller.id, order, now - 6_000, now)).toEqual(accepted);
});

describe('an accepted order', () => {
  it('is stored whole, including own lines and every decimal of its amounts, and its routing is requested', async () => {
    const order = anOrder({
      created_at: '2026-11-20T10:00:00.123456789Z',
      shipping_address: anAddress({ latitude: 59.3, longitude: 18.1, phone: '+46 1' }),
      line_items: [
        anOrderLine({ unit_price: 123456789.123456, quantity: 2 }),
        anOrderLine({ unit_price: 0.000001, fulfillment_location_id: '1001', variant_id: 'own' }),
      ],
      shipping_cost: 0.1,
      total_discounts: 0.3,
      total_tax: 0.7,
    });
    const now = Date.parse('2026-11-20T10:00:01Z');
    expect(await world.receive(seller.id, order, now, now)).toEqual(accepted);

    const stored = await world.order(order.order_id);
    expect(stored).toMatchObject({
      state: 'accepted',
      mode: 'live',
      placedAt: 1_795_168_800_123_456_789n,
      latitude: 59.3,
      longitude: 18.1,
    });
    expect([stored.shippingCost, stored.totalDiscounts, stored.totalTax].map(String)).toEqual([
      '0.1',
      '0.3',
      '0.7',
    ]);
    expect(stored.lines.map(({ state, unitPrice }) => [state, unitPrice.toFixed()])).toEqual([
      ['waiting', '123456789.123456'],
      ['own', '0.000001'],
    ]);
    expect(stored.shipTo).toMatchObject({ phone: '+46 1', email: 'ada.lind@customer.example' });
    expect(await world.commands()).toEqual([{ type: 'order.route', payload: { sellerOrderId: stored.id } }]);
  });

  it('without network lines is kept, and nothing is routed', async () => {
    const order = anOrder({ line_items: [anOrderLine({ fulfillment_location_id: '1001' })] });
    expect(await world.receive(seller.id, order)).toEqual(accepted);
    expect((await world.order(order.order_id)).lines.map(({ state }) => state)).toEqual(['own']);
    expect(await world.commandTypes()).toEqual([]);
  });

  it.each([
    ['order number', (text: string) => anOrder({ order_number: text })],
    ['e-mail address', (text: string) => anOrder({ shipping_address: anAddress({ email: text }) })],
  ])('has no limit to its %s except that of the event', async (_what, orderWith) => {
    const order = orderWith(aLongText());
    expect(await world.receive(seller.id, order)).toEqual(accepted);
  });

  it.each<[string, 'active' | 'retired', string | null]>([
    ['retired', 'retired', aGtin(2)],
    ['known but not linked (D31)', 'active', null],
  ])('may be of a variant that is %s', async (name, state, gtin) => {
    const variantId = `V-${name}`;
    await aVariant(world.db, { shopId: seller.id, variantId, state, gtin });
    const order = anOrder({ line_items: [anOrderLine({ variant_id: variantId })] });
    expect(await world.receive(seller.id, order)).toEqual(accepted);
  });
});

describe('the first accepted order is final (D31)', () => {
  it.each<[string, (order: object) => object]>([
    ['identical', (order) => order],
    [
      'with other content',
      (order) => ({ ...order, total_discounts: 50, line_items: [anOrderLine({ quantity: 9 })] }),
    ],
    ['with content no order may have', (order) => ({ ...order, shipping_cost: null, line_items: [] })],
    ['unpaid', (order) => ({ ...order, payment_status: 'voided' })],
  ])('a replay %s is a duplicate and changes nothing', async (_, change) => {
    const order = anOrder();
    await world.receive(seller.id, order);
    const before = await world.order(order.order_id);
    expect(await world.receive(seller.id, change(order))).toEqual(duplicate);
    expect(await world.order(order.order_id)).toEqual(before);
    expect(await world.commandTypes()).toEqual(['order.route']);
  });

  it('of events of one order at the same moment exactly one is accepted', async () => {
    const order = anOrder();
    const verdicts = await Promise.all(
      Array.from({ length: 8 }, (_, number) =>
        world.receive(seller.id, { ...order, total_discounts: number }),
      ),
    );
    expect(
      verdicts.filter((verdict) => verdict.status === 200 && verdict.outcome === 'accepted'),
    ).toHaveLength(1);
    expect(
      verdicts.filter((verdict) => verdict.status === 200 && verdict.outcome === 'duplicate'),
    ).toHaveLength(7);
    expect(await world.commandTypes()).toEqual(['order.route']);
  });

  it('the same order id at another shop is another order', async () => {
    const other = await aShop(world.db);
    await aVariant(world.db, { shopId: other.id, variantId: 'V-1' });
    const order = anOrder();
    expect(await world.receive(seller.id, order)).toEqual(accepted);
    expect(await world.receive(other.id, order)).toEqual(accepted);
  });
});

describe('nothing is stored of an order that', () => {
  it.each<[string, object, object]>([
    ['we created ourselves', { tags: ['hub_ship'] }, { status: 200, outcome: 'skipped' }],
    [
      'is invalid',
      { payment_status: 'pending' },
      { status: 422, code: 'invalid_order', field: 'data.payment_status' },
    ],
    [
      'has an unknown variant on a network line',
      { line_items: [anOrderLine({ variant_id: 'unheard-of' })] },
      { status: 404, code: 'unknown_variant', field: 'data.line_items[0].variant_id' },
    ],
    [
      'lacks a required amount',
      { shipping_cost: null },
      { status: 422, code: 'invalid_request', field: 'data.shipping_cost' },
    ],
  ])('%s', async (_, change, verdict) => {
    const order = { ...anOrder(), ...change };
    expect(await world.receive(seller.id, order)).toMatchObject(verdict);
    expect(await world.db.sellerOrder.count({ where: { orderId: order.order_id } })).toBe(0);
    expect(await world.commandTypes()).toEqual([]);
  });
});

describe('a cancellation that comes before its order (D12)', () => {
  it('the order is stored but held, not routed, and support is notified', async () => {
    const order = anOrder();
    await world.db.cancellationMarker.create({ data: { shopId: seller.id, orderId: order.order_id } });
    expect(await world.receive(seller.id, order)).toEqual(accepted);
    const stored = await world.order(order.order_id);
    expect(stored).toMatchObject({ state: 'held', heldReason: 'cancelled_before_arrival' });
    expect(await world.alerts()).toEqual([`order_held order:${stored.id}`]);
    expect(await world.commandTypes()).toEqual([]);
    expect(await world.route(stored.id)).toMatchObject({ kind: 'ignored' });
  });

  it('an order and its cancellation at the same moment: neither misses the other', async () => {
    const orders = Array.from({ length: 12 }, () => anOrder());
    const cancel = (orderId: string) =>
      inTransaction(world.db, async (tx) => {
        await lockSellerOrderId(tx, { shopId: seller.id, orderId });
        const found = (await tx.sellerOrder.count({ where: { orderId } })) > 0;
        if (!found) await tx.cancellationMarker.create({ data: { shopId: seller.id, orderId } });
        return found;
      });
    const outcomes = await Promise.all(
      orders.map(async (order, index) => {
        const [first, second] = [() => world.receive(seller.id, order), () => cancel(order.order_id)];
        const both = index % 2 === 0 ? [first(), second()] : [second(), first()];
        const results = await Promise.all(both);
        const cancelled = results.includes(true);
        const { state } = await world.order(order.order_id);
        return cancelled ? state === 'accepted' : state === 'held';
      }),
    );
    expect(outcomes).toEqual(orders.map(() => true));
  });
});

it('a barcode that is not the variant’s: the variant wins, support is notified (D31)', async () => {
  const order = anOrder({ line_items: [anOrderLine({ line_item_id: 'A', barcode: '4006381333931' })] });
  expect(await world.receive(seller.id, order)).toEqual(accepted);
  const stored = await world.order(order.order_id);
  expect(await world.alerts()).toEqual([`order_cross_check order:${stored.id}`]);
  expect(stored.lines).toMatchObject([{ variantId: 'V-1', barcode: '4006381333931' }]);
});

it('a capability switched off meanwhile is answered, not recorded', async () => {
  const off = await aShop(world.db, { capabilities: { orders: 'off' } });
  expect(await world.receive(off.id, anOrder())).toMatchObject({ status: 403, code: 'capability_disabled' });
});

it('D7: a blank hub_external_ref counts as absent: the paid order is accepted', async () => {
  expect(await world.receive(seller.id, anOrder({ hub_external_ref: ' ' }))).toEqual(accepted);
});

it('D9: more than 500 network lines are refused, and support is notified of the paid order', async () => {
  const line_items = Array.from({ length: 501 }, (_, n) => anOrderLine({ line_item_id: `L-${n}` }));
  const order = anOrder({ line_items });
  expect(await world.receive(seller.id, order)).toMatchObject({
    status: 422,
    code: 'invalid_order',
    field: 'data.line_items',
  });
  expect(await world.alerts()).toEqual([`order_too_large shop:${seller.id}/order:${order.order_id}`]);
  expect(await world.db.sellerOrder.count({ where: { orderId: order.order_id } })).toBe(0);
});

it("D9: a line at a location that is not on the sheet is the shop's own, and support is notified", async () => {
  const order = anOrder({ line_items: [anOrderLine(), anOrderLine({ fulfillment_location_id: '4711' })] });
  expect(await world.receive(seller.id, order)).toEqual(accepted);
  const stored = await world.order(order.order_id);
  expect(stored.lines.map(({ state }) => state)).toEqual(['waiting', 'own']);
  expect(await world.alerts()).toEqual([`unknown_line_location order:${stored.id}`]);
});

describe('D18: an order of a shop in dry run', () => {
  it('with a variant that is no test variant is reported: it is never sent, not even once the shop is live', async () => {
    const shop = await aShop(world.db, { capabilities: { orders: 'dry_run' }, testVariants: ['V-test'] });
    await aVariant(world.db, { shopId: shop.id, variantId: 'V-1', gtin: aGtin(1) });
    await aVariant(world.db, { shopId: shop.id, variantId: 'V-test', gtin: aGtin(2) });
    const [real, test] = ['V-1', 'V-test'].map((variant_id) =>
      anOrder({ line_items: [anOrderLine({ variant_id })] }),
    );
    if (!real || !test) throw new Error('two orders');
    await world.receive(shop.id, real);
    await world.receive(shop.id, test);
    expect(await world.alerts()).toEqual([`dry_run_sale order:${(await world.order(real.order_id)).id}`]);
  });
});

it('D25: an order of a shop that drains is routed like any other', async () => {
  const draining = await aShop(world.db, { capabilities: { orders: 'draining' } });
  await aVariant(world.db, { shopId: draining.id, variantId: 'V-1', gtin: aGtin(1) });
  const order = anOrder();
  expect(await world.receive(draining.id, order)).toEqual(accepted);
  const stored = await world.order(order.order_id);
  expect(stored).toMatchObject({ state: 'accepted', mode: 'live' });
  expect(await world.commandTypes()).toEqual(['order.route']);
});
