import { SERVICES } from '@hub/cli';
import { eventually } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { networkQuantities, openWorld, sellOne, type World } from './support/open-world';
import { runHub } from './support/run-program';

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 120_000);
afterAll(async () => {
  await world?.close();
}, 60_000);

describe('an order of what the selling shop lacks', () => {
  it('is shipped by the nearest shop; its tracking and its return reach the selling shop, each once', async () => {
    // Given a paid order, placed with the nearest shop that has the article.
    const { near, far, selling } = world.shops;
    const orderId = await sellOne(world);
    await near.store.until(() => near.store.orders.length === 1);
    const [shipping] = near.store.orders;
    if (!shipping) throw new Error('no shipping order');
    expect(far.store.orders).toEqual([]);
    expect(shipping.document).toMatchObject({
      external_ref: shipping.externalRef,
      tag: 'hub_ship',
      payment_status: 'paid',
      currency: 'EUR',
      // D24: 100 without 25 % Danish VAT, times the split of 0.7; no injection VAT across a border.
      line_items: [{ variant_id: near.variantId, quantity: 1, unit_price: 56 }],
      ship_to: { name: 'Astrid Holm', zip: '1051', email: expect.stringMatching(/@relay\.hub\.test$/) },
    });
    await eventually(() => expect(networkQuantities(world.shops)).toEqual({ near: 8, far: 4, selling: 12 }));

    // When the package leaves, and the same event comes again.
    const shipped = near.store.ship(shipping.orderId, { carrier: 'PostNord', trackingNumber: 'PN-1' });
    expect((await shipped.done).answer).toMatchObject({ status: 200, outcome: 'accepted' });
    const again = near.store.resend(shipped.eventId);
    expect((await again.done).answer).toMatchObject({ status: 200, outcome: 'duplicate' });

    // Then the customer is notified once.
    await selling.store.until(() => selling.store.notifications.length === 1);
    expect(selling.store.notifications[0]).toMatchObject({
      orderId,
      carrier: 'PostNord',
      trackingNumber: 'PN-1',
    });

    // And the goods that come back become one return at the selling shop.
    const back = near.store.returnGoods(shipping.orderId, { customerNote: 'too small' });
    expect((await back.done).answer).toMatchObject({ status: 200, outcome: 'accepted' });
    await selling.store.until(() => selling.store.returns.length === 1);
    expect(selling.store.returns[0]).toMatchObject({ orderId, lines: [{ quantity: 1 }] });
    await eventually(() => expect(networkQuantities(world.shops)).toEqual({ near: 8, far: 5, selling: 13 }));
    expect(selling.store.notifications).toHaveLength(1);
  }, 60_000);

  it('is stopped at the shipping shop when it is cancelled before shipment, and the stock is back', async () => {
    const { near, selling } = world.shops;
    const before = networkQuantities(world.shops);
    const orderId = await sellOne(world);
    await near.store.until(() => near.store.orders.length === 2);
    const shipping = near.store.orders[1];
    await eventually(async () => {
      const placed = await world.db.shippingOrder.count({ where: { state: 'placed', order: { orderId } } });
      expect(placed).toBe(1);
    });

    const cancelled = selling.store.cancelOrder(orderId, 'customer changed her mind');
    expect((await cancelled.done).answer).toMatchObject({ status: 200, outcome: 'stopped' });

    expect(near.store.order(shipping?.orderId ?? '').status).toBe('cancelled');
    await eventually(() => expect(networkQuantities(world.shops)).toEqual(before));
    const again = selling.store.resend(cancelled.eventId);
    expect((await again.done).answer).toMatchObject({ status: 200, outcome: 'stopped' });
    expect(near.store.requests.filter(({ endpoint }) => endpoint === 'POST /cancel')).toHaveLength(1);
  }, 60_000);

  it('is shown by the hub command, without the customer', async () => {
    const [order] = world.shops.selling.store.orders;
    const shown = await runHub(['order', 'show', order?.orderId ?? '', '--json'], world.env);
    expect(shown).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(shown.stdout)).toMatchObject({
      shop: 'selling',
      order_id: order?.orderId,
      state: 'accepted',
      lines: [{ state: 'shipped' }],
      shipping_orders: [{ shop: 'near', state: 'placed', packages: [{ tracking: 'done' }] }],
      returns: [{ reported_by: 'near', state: 'registered' }],
    });
    expect(shown.stdout).not.toContain('Astrid');

    const listed = await runHub(['events', 'list', 'selling', '--json'], world.env);
    const events = z
      .array(z.object({ event: z.string(), outcome: z.string() }))
      .parse(JSON.parse(listed.stdout));
    expect(events.filter(({ event }) => event !== 'inventory.updated')).toEqual([
      { event: 'order.cancelled', outcome: 'stopped' },
      { event: 'order.created', outcome: 'accepted' },
      { event: 'order.created', outcome: 'accepted' },
    ]);
  }, 60_000);

  it('leaves nothing of the customer in any log', () => {
    const written = SERVICES.flatMap((service) => world.log(service)).join('\n');
    expect(written).toContain('order.created');
    for (const personal of [
      'Astrid',
      'Nyhavn',
      'customer.example',
      'too small',
      'signing-secret',
      'bearer-of',
    ])
      expect(written).not.toContain(personal);
  });
});

describe('sent the stop signal', () => {
  it('every service ends in order, with nothing in flight within ten seconds, the ingress first', async () => {
    const ends = await world.services.stop();
    expect(ends.map(({ service }) => service)[0]).toBe('ingress');
    expect(ends.map(({ service }) => service).sort()).toEqual([...SERVICES].sort());
    for (const { service, exitCode, tookMs } of ends) {
      expect({ service, exitCode }).toEqual({ service, exitCode: 0 });
      expect(tookMs).toBeLessThan(10_000);
    }
  }, 60_000);
});
