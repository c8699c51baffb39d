import { accepted, aSoldOrder, aStore } from '@hub/test-world';
import { aShippingOrder } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPlatformReturn, aReturnOf } from './a-return-event';
import { ReturnsWorld } from './returns-world';

let world: ReturnsWorld;
beforeAll(async () => {
  world = await ReturnsWorld.open();
}, 60_000);
afterAll(() => world.close());

describe('a return waits for the transaction that has locked its order, then is judged by the result', () => {
  it('return before its package: a package that arrives in between changes nothing for it', async () => {
    const order = await aShippingOrder(world.db);
    const report = { shopId: order.shopId, data: aReturnOf(order) };
    const end = await world.reportDuring(order, report, async (tx) => {
      await tx.shippingOrderLine.updateMany({ where: { shippingOrderId: order.id }, data: { packaged: 1 } });
      await tx.orderLine.updateMany({
        where: { sellerOrderId: order.sellerOrderId },
        data: { state: 'shipped' },
      });
    });
    expect(end).toEqual(accepted);
    expect(await world.returnsOf(order)).toMatchObject([{ state: 'due' }]);
  });

  it('return against cancellation: the line was stopped first, the return waits for support', async () => {
    const order = await aShippingOrder(world.db);
    const report = { shopId: order.shopId, data: aReturnOf(order) };
    const end = await world.reportDuring(order, report, async (tx) => {
      await tx.shippingOrder.update({ where: { id: order.id }, data: { state: 'stopped' } });
      await tx.orderLine.updateMany({
        where: { sellerOrderId: order.sellerOrderId },
        data: { state: 'stopped' },
      });
    });
    expect(end).toEqual(accepted);
    expect(await world.returnsOf(order)).toMatchObject([{ state: 'waiting' }]);
  });

  it('both sides at the same moment: recorded once, and nothing is registered', async () => {
    const order = await aShippingOrder(world.db);
    const report = { shopId: order.shopId, data: aReturnOf(order) };
    await Promise.all([
      world.report(report.shopId, report.data),
      world.report(order.sellingShopId, aPlatformReturn(order, [['L-1', 1]])),
    ]);
    const stored = await world.returnsOf(order);
    // Reported first, the platform’s takes the place of ours; reported second, ours waits.
    const states = stored.map(({ side, state }) => `${side} ${state}`).toSorted();
    expect(['selling recorded,shipping recorded', 'selling recorded,shipping waiting']).toContain(
      `${states}`,
    );
  });

  it('ten reports of one return under ten event ids: one is accepted', async () => {
    const order = await aShippingOrder(world.db);
    const ends = await Promise.all(
      Array.from({ length: 10 }, () => world.report(order.shopId, aReturnOf(order))),
    );
    const codes = ends.map((end) => (end.kind === 'decided' ? end.verdict.status : end.kind));
    expect(codes.toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    expect(await world.returnsOf(order)).toHaveLength(1);
  });

  it('the platform’s report against our call: an echo; or a report, and either no call or an agent who checks', async () => {
    const selling = await aStore(world.db, { slug: 'selling' });
    for (let round = 0; round < 10; round += 1) {
      const order = await aSoldOrder(world.db, selling);
      await world.report(order.shopId, aReturnOf(order));
      const lines: [string, number][] = [[order.lines[0]?.lineItemId ?? '', 1]];
      const [end] = await Promise.all([
        world.report(order.sellingShopId, aPlatformReturn(order, lines)),
        world.register(),
      ]);
      const isEcho = end.kind === 'decided' && 'outcome' in end.verdict && end.verdict.outcome === 'echo';
      const registered = selling.store.returns.filter(({ orderId }) => orderId === order.orderId);
      const states = (await world.returnsOf(order)).map(({ state }) => state).toSorted();
      const alerts = (await world.alertsOf(order)).map(({ kind }) => kind);
      expect([
        { isEcho: true, registered: 1, states: ['registered'], alerts: [] },
        { isEcho: false, registered: 0, states: ['recorded', 'recorded'], alerts: [] },
        { isEcho: false, registered: 1, states: ['recorded', 'registered'], alerts: ['return_waiting'] },
      ]).toContainEqual({ isEcho, registered: registered.length, states, alerts });
    }
    await selling.store.stop();
  });
});
