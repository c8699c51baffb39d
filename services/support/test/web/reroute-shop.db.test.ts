import { aShippingOrder, aShop } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDesk, textOf, type DeskWorld } from './desk-world';

let desk: DeskWorld;
beforeAll(async () => {
  desk = await openDesk();
}, 60_000);
afterAll(() => desk.close());

describe('D19: orders at a held store go elsewhere in one action', () => {
  it('the page of the shop lists it; an agent confirms, it is done, and recorded', async () => {
    const fjord = await aShop(desk.db, { slug: 'fjord' });
    const order = await aShippingOrder(desk.db, {
      shippingShop: fjord,
      state: 'planned',
      storeOrderId: null,
    });
    const kept = await aShippingOrder(desk.db, { shippingShop: fjord, state: 'sending', storeOrderId: null });
    const [viewer, agent] = await Promise.all([desk.signIn('viewer'), desk.signIn('agent')]);
    const pageOf = async (visitor = agent) => textOf((await visitor.get('/shops/fjord')).text);
    expect(await pageOf()).toContain('Orders that wait for this shop');
    expect(await pageOf()).not.toContain('Give them to other shops');
    expect(textOf((await agent.get('/shops/fjord/reroute')).text)).toContain('This cannot be done');

    await desk.db.shop.update({ where: { id: fjord.id }, data: { ordersHeldSince: new Date() } });
    expect(await pageOf()).toContain('Give them to other shops');
    expect(await pageOf(viewer)).not.toContain('Give them to other shops');
    expect((await viewer.get('/shops/fjord/reroute')).status).toBe(403);
    const asked = textOf((await agent.get('/shops/fjord/reroute')).text);
    expect(asked).toContain('1 order will be rerouted at once.');
    expect(asked).toContain(
      `1 order cannot: it cannot move until the shop says whether it has it (${kept.reference}).`,
    );
    const done = textOf(
      (await agent.postAndFollow('/shops/fjord/reroute', { note: 'their WMS is down' })).text,
    );
    expect(done).toContain(`1 order rerouted. 1 order cannot: it cannot move until the shop says`);

    expect(
      await desk.db.orderLine.findFirst({ where: { sellerOrderId: order.sellerOrderId } }),
    ).toMatchObject({
      state: 'waiting',
    });
    expect((await desk.trail()).filter(({ action }) => action === 'shop.reroute')).toMatchObject([
      {
        actor: 'agent:an-agent',
        subject: 'shop:fjord',
        detail: { orders: 2, note: 'their WMS is down' },
      },
    ]);
  });
});
