import { eventually } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openWorld, sellOne, type World } from './support/open-world';

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 120_000);
afterAll(async () => {
  await world?.close();
}, 60_000);

const placings = () => world.shops.near.store.requests.filter(({ endpoint }) => endpoint === 'POST /orders');

describe('routing is killed while a store creates the shipping order', () => {
  it('sends the very same order again once it is back; the store has created one, and ships it', async () => {
    // Given a store that has created the order but not answered yet when routing dies (D18: outcome unknown).
    const { near, selling } = world.shops;
    const slow = { kind: 'delay', ms: 4_000, when: 'after' } as const;
    near.store.faults.add({ endpoint: 'POST /orders', times: 1, fault: slow });
    const orderId = await sellOne(world);
    await near.store.until(() => near.store.orders.length === 1);
    const killed = world.services.pidOf('routing');
    if (killed === undefined) throw new Error('routing does not run');
    process.kill(killed, 'SIGKILL');

    // When it has been started again and its claim of the order has run out (brought forward: it lasts a minute).
    await eventually(
      async () => {
        expect(world.services.pidOf('routing')).not.toBe(killed);
        expect(await world.services.notReady('routing')).toBeNull();
      },
      { timeoutMs: 30_000, everyMs: 100 },
    );
    const unknown = await world.db.shippingOrder.findFirstOrThrow({ where: { order: { orderId } } });
    expect(unknown).toMatchObject({ state: 'sending', storeOrderId: null });
    await world.db.shippingOrder.update({
      where: { id: unknown.id },
      data: { leaseUntil: new Date(), nextAttemptAt: new Date() },
    });

    // Then the same call settles it: one order at the store, with the receipt it was given first.
    await eventually(
      async () => {
        const placed = await world.db.shippingOrder.findUniqueOrThrow({ where: { id: unknown.id } });
        expect(placed).toMatchObject({ state: 'placed', storeOrderId: near.store.orders[0]?.orderId });
      },
      { timeoutMs: 30_000, everyMs: 100 },
    );
    const [first, ...repeats] = placings();
    expect(repeats.length).toBeGreaterThan(0);
    for (const repeat of repeats) expect(repeat.body).toEqual(first?.body);
    expect(near.store.orders).toHaveLength(1);

    await near.store.ship(near.store.orders[0]?.orderId ?? '').done;
    await selling.store.until(() => selling.store.notifications.length === 1);
    expect(selling.store.notifications[0]).toMatchObject({ orderId });
  }, 120_000);
});
