import { randomUUID } from 'node:crypto';
import { inSqlTransaction, inTransaction } from '@hub/database';
import { endHold } from '@hub/orders/support';
import {
  aGtin,
  anAddress,
  anOrder,
  anOrderLine,
  aShippingOrder,
  aShop,
  aVariant,
  type StoredShop,
} from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { noteSkippedOrders, skippedOrdersSweep } from '../src/intake/skipped-orders';
import { RoutingWorld } from './routing-world';

const DAY_MS = 86_400_000;
const accepted = { status: 200, outcome: 'accepted' };
const duplicate = { status: 200, outcome: 'duplicate' };

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

describe('D38: an order that was placed long before it is received', () => {
  const placedDaysAgo = (days: number) =>
    anOrder({ created_at: new Date(Date.now() - days * DAY_MS).toISOString(), line_items: [anOrderLine()] });

  it.each(['together', 'alone'] as const)('is accepted and held until an agent ends it: %s', async (way) => {
    const order = placedDaysAgo(400);
    const [verdict] =
      way === 'together'
        ? await world.receiveTogether([{ shopId: seller.id, order }])
        : [await world.receive(seller.id, order)];
    expect(verdict).toEqual(accepted);
    const stored = await world.order(order.order_id);
    expect(stored).toMatchObject({ state: 'held', heldReason: 'old_order', shippingOrders: [] });
    expect(await world.alerts()).toEqual([`order_held order:${stored.id}`]);
    expect(await world.commandTypes()).toEqual([]);

    expect(await inTransaction(world.db, (tx) => endHold(tx, stored.id))).toMatchObject({ kind: 'done' });
    expect(await world.commandTypes()).toEqual(['order.route']);
  });

  it('is not held if it was placed 29 days before', async () => {
    const order = placedDaysAgo(29);
    expect(await world.receive(seller.id, order)).toEqual(accepted);
    expect(await world.order(order.order_id)).toMatchObject({ state: 'accepted', heldReason: null });
  });
});

describe('D31: a stored order that is sent again', () => {
  const anOrderWith = (change: object = {}) =>
    anOrder({ order_id: randomUUID(), line_items: [anOrderLine({ line_item_id: 'L-1' })], ...change });

  it.each<[string, object]>([
    ['another quantity', { line_items: [anOrderLine({ line_item_id: 'L-1', quantity: 2 })] }],
    [
      'another line',
      { line_items: [anOrderLine({ line_item_id: 'L-1' }), anOrderLine({ line_item_id: 'L-2' })] },
    ],
    ['another price', { line_items: [anOrderLine({ line_item_id: 'L-1', unit_price: 1.5 })] }],
    ['another shipping cost', { shipping_cost: 7.77 }],
    ['another address', { shipping_address: anAddress({ address_line1: 'Elsewhere 9' }) }],
    ['lines that cannot be read', { line_items: [] }],
  ])('with %s alerts once, and stays as it was', async (_, change) => {
    const order = anOrderWith();
    expect(await world.receive(seller.id, order)).toEqual(accepted);
    const stored = await world.order(order.order_id);
    for (let time = 0; time < 2; time += 1)
      expect(await world.receive(seller.id, { ...order, ...change })).toEqual(duplicate);
    expect(await world.alerts()).toEqual([`order_changed order:${stored.id}`]);
    expect(await world.order(order.order_id)).toEqual(stored);

    await world.db.alert.updateMany({ data: { state: 'resolved', resolvedAt: new Date() } });
    expect(await world.receive(seller.id, { ...order, ...change })).toEqual(duplicate);
    expect(await world.alerts()).toEqual([]);
  });

  it('in one batch with it alerts too', async () => {
    const order = anOrderWith();
    const other = { ...order, shipping_cost: 7.77 };
    expect(
      await world.receiveTogether([order, other].map((one) => ({ shopId: seller.id, order: one }))),
    ).toEqual([accepted, duplicate]);
    const { id } = await world.order(order.order_id);
    expect(await world.alerts()).toEqual([`order_changed order:${id}`]);
  });

  it('with the same content, or after it was blanked, raises no alert', async () => {
    const order = anOrderWith();
    await world.receive(seller.id, order);
    // An agent corrects the address: the shop's own order has not changed.
    const { id } = await world.order(order.order_id);
    await world.db.sellerOrder.update({
      where: { id },
      data: { shipTo: { ...anAddress({ city: 'Corrected' }) } },
    });
    const again = { ...order, order_number: 'other', tags: ['new'], some_field: 1 };
    expect(await world.receive(seller.id, again)).toEqual(duplicate);
    await world.db.sellerOrder.update({
      where: { id },
      data: { blankedAt: new Date(), contentSha256: null },
    });
    expect(await world.receive(seller.id, { ...order, shipping_cost: 9 })).toEqual(duplicate);
    expect(await world.alerts()).toEqual([]);
  });
});

describe('D38: an order that the loop guard skips', () => {
  const skip = (data: object) =>
    inSqlTransaction(world.db, (tx) =>
      noteSkippedOrders(tx, [{ shopId: seller.id, eventId: randomUUID(), data }]),
    );
  const sweep = () => inTransaction(world.db, (tx) => skippedOrdersSweep().run(tx, Date.now()));
  /** 15 minutes pass. */
  const wait = () =>
    world.db.$executeRaw`UPDATE skipped_order SET received_at = received_at - interval '15 minutes'`;

  it.each(['ORDER-1001', 'a\0b', 'x'.repeat(5_000)])(
    'for a reference that the hub never issued alerts at once, once for an order',
    async (reference) => {
      for (let time = 0; time < 2; time += 1)
        await skip({ order_id: 'O-1', hub_external_ref: reference, tags: ['hub_ship'] });
      expect(await world.alerts()).toEqual([`skipped_unknown shop:${seller.id}/order:O-1`]);
    },
  );

  it('for a reference of the hub raises no alert', async () => {
    const { reference } = await aShippingOrder(world.db, { shippingShop: seller });
    await skip({ order_id: 'O-2', hub_external_ref: reference });
    await wait();
    await sweep();
    expect(await world.alerts()).toEqual([]);
  });

  it('for the tag alone alerts 15 minutes later, if it is no shipping order of the shop by then', async () => {
    const ours = await aShippingOrder(world.db, { shippingShop: seller });
    await skip({ order_id: ours.storeOrderId, tags: ['hub_ship'] });
    // The id by which the shop named an order before its receipt (D11).
    const alias = { shopId: seller.id, orderId: 'O-alias', shippingOrderId: ours.id };
    await world.db.shippingOrderAlias.create({ data: alias });
    await skip({ order_id: 'O-alias', tags: ['hub_ship'] });
    await skip({ order_id: 'O-3', tags: ['hub_ship'] });
    await skip({ tags: ['hub_ship'] });
    expect(await sweep()).toBe(0);
    expect(await world.alerts()).toEqual([]);

    await wait();
    // Two workers at once look at each once.
    const looked = await Promise.all([sweep(), sweep()]);
    expect(looked.reduce((sum, count) => sum + count, 0)).toBe(4);
    expect((await world.alerts()).toSorted()).toEqual([
      expect.stringMatching(/^skipped_unknown shop:\d+\/event:/),
      `skipped_unknown shop:${seller.id}/order:O-3`,
    ]);
    expect(await world.db.skippedOrder.count()).toBe(0);
  });
});
