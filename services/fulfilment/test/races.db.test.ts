import { accepted, refused } from '@hub/test-world';
import { aShippingOrder } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPackageOf, FulfilmentWorld } from './fulfilment-world';

let world: FulfilmentWorld;
beforeAll(async () => {
  world = await FulfilmentWorld.open();
}, 60_000);
afterAll(() => world.close());

describe('a package waits for the transaction that has locked its order, then is judged by the result', () => {
  it('package against cancellation: the stop was confirmed first, the parcel is unwanted', async () => {
    const order = await aShippingOrder(world.db, { stop: 'sending' });
    const end = await world.shipDuring(order, aPackageOf(order), async (tx) => {
      await tx.shippingOrderStop.update({ where: { id: order.stopId ?? '' }, data: { state: 'confirmed' } });
      await tx.shippingOrder.update({ where: { id: order.id }, data: { state: 'stopped' } });
      await tx.orderLine.updateMany({
        where: { sellerOrderId: order.sellerOrderId },
        data: { state: 'stopped' },
      });
    });
    expect(end).toMatchObject(refused(422, 'invalid_fulfillment', 'data.external_ref'));
    const alerts = await world.db.alert.findMany({ where: { sellerOrderId: order.sellerOrderId } });
    expect(alerts).toMatchObject([{ kind: 'package_for_stopped_order' }]);
    const lines = await world.db.orderLine.findMany({ where: { sellerOrderId: order.sellerOrderId } });
    expect(lines).toMatchObject([{ state: 'stopped' }]);
  });

  it('package against cancellation: the stop was only requested, the package ends it', async () => {
    const order = await aShippingOrder(world.db, { stop: 'due' });
    const end = await world.shipDuring(order, aPackageOf(order), (tx) =>
      tx.shippingOrder.update({ where: { id: order.id }, data: { stopRequestedAt: new Date() } }),
    );
    expect(end).toEqual(accepted);
    expect(await world.commandsOf('shipping-order.stop')).toContainEqual({ stopId: order.stopId });
  });

  it('package against placing: the receipt came first, with the same order_id', async () => {
    const order = await aShippingOrder(world.db, { state: 'sending', storeOrderId: null });
    const end = await world.shipDuring(order, aPackageOf(order), (tx) =>
      tx.shippingOrder.update({
        where: { id: order.id },
        data: { state: 'placed', storeOrderId: order.storeOrderId },
      }),
    );
    expect(end).toEqual(accepted);
  });

  it('package against placing: the receipt came first, with another order_id', async () => {
    const order = await aShippingOrder(world.db, { state: 'sending', storeOrderId: null });
    const end = await world.shipDuring(order, aPackageOf(order), (tx) =>
      tx.shippingOrder.update({
        where: { id: order.id },
        data: { state: 'placed', storeOrderId: 'SO-real' },
      }),
    );
    expect(end).toMatchObject(refused(422, 'invalid_fulfillment', 'data.order_id'));
  });
});

describe('packages at the same moment', () => {
  it('two that would together exceed the order: one is accepted, one refused', async () => {
    const order = await aShippingOrder(world.db, { quantities: [3] });
    const line_items = [{ external_ref: order.lines[0]?.reference ?? '', quantity: 2 }];
    const ends = await Promise.all(
      [1, 2].map(() => world.ship(order.shopId, aPackageOf(order, { line_items }))),
    );
    expect(ends).toContainEqual(accepted);
    expect(ends).toContainEqual(
      expect.objectContaining({ verdict: expect.objectContaining({ code: 'quantity_exceeded' }) }),
    );
    const lines = await world.db.shippingOrderLine.findMany({ where: { shippingOrderId: order.id } });
    expect(lines).toMatchObject([{ packaged: 2 }]);
  });

  it('two that complete the order between them: the line is shipped', async () => {
    const order = await aShippingOrder(world.db, { quantities: [4] });
    const line_items = [{ external_ref: order.lines[0]?.reference ?? '', quantity: 2 }];
    const ends = await Promise.all(
      [1, 2].map(() => world.ship(order.shopId, aPackageOf(order, { line_items }))),
    );
    expect(ends).toEqual([accepted, accepted]);
    const lines = await world.db.orderLine.findMany({ where: { sellerOrderId: order.sellerOrderId } });
    expect(lines).toMatchObject([{ state: 'shipped' }]);
  });

  it('one package under ten event ids is stored once', async () => {
    const order = await aShippingOrder(world.db);
    const data = aPackageOf(order);
    const ends = await Promise.all(Array.from({ length: 10 }, () => world.ship(order.shopId, data)));
    const outcomes = ends.map((end) =>
      end.kind === 'decided' && 'outcome' in end.verdict ? end.verdict.outcome : end,
    );
    expect(outcomes.toSorted()).toEqual(['accepted', ...Array.from({ length: 9 }, () => 'duplicate')]);
    expect(await world.db.package.count({ where: { shippingOrderId: order.id } })).toBe(1);
  });
});
