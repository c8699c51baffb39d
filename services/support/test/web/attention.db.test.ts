import { inTransaction } from '@hub/database';
import { sweepCases } from '@hub/support-desk';
import { aHold, aShippingOrder, aShop } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openDesk, textOf, type DeskWorld, type Visitor } from './desk-world';
import { aTimelineOrder, PERSONAL } from './timeline-order';

let desk: DeskWorld;
let viewer: Visitor;
beforeEach(async () => {
  desk = await openDesk();
  viewer = await desk.signIn('viewer');
}, 60_000);
afterEach(() => desk.close());

const page = async () => (await viewer.get('/')).text;
const sweep = () => inTransaction(desk.db, (tx) => sweepCases(tx, desk.clock.now()));

describe('what needs attention', () => {
  it('says so when there is nothing', async () => {
    await aShop(desk.db);
    expect(textOf(await page())).toContain('Nothing needs attention.');
  });

  it('shows each concern with its count, since when, and its link', async () => {
    const told = await aTimelineOrder(desk.db);
    await sweep();
    const html = await page();
    const text = textOf(html);
    expect(text).not.toContain('Nothing needs attention.');
    expect(text).toContain('1 line waits for a shop');
    expect(text).toContain('1001 of Nordic Outdoor no shop can ship it');
    expect(text).toContain('1 return waits for support');
    // One failed message, four alerts and three situations of one order are four failures.
    expect(text).toContain('4 cases are open');
    expect(text).toContain('Nordic Outdoor is not notified of parcels 1 affected · unassigned');
    expect(html).toContain(`href="/orders/${told.id}"`);
    expect(html).toContain('href="/cases"');
    for (const personal of PERSONAL) expect(html).not.toContain(personal);
  });

  it('the worst first: what stops everything, then what customers wait for, then the rest', async () => {
    const told = await aTimelineOrder(desk.db);
    const { id: shopId } = told.shops.dansk;
    const ago = new Date(Date.now() - 600_000);
    await aHold(desk.db, { shopId, since: ago });
    await desk.db.shopCircuit.create({
      data: { shopId: told.shops.fjord.id, worker: 'w', openSince: ago, seenAt: new Date() },
    });
    await desk.db.networkQuantity.create({
      data: { shopId, variantId: 'V', wanted: 1, outOfStepSince: ago },
    });
    await desk.db.outbox.create({
      data: { messageId: told.id, type: 'order.route', payload: {}, correlation: 'C', createdAt: ago },
    });
    await sweep();
    const text = textOf(await page());
    const places = [
      'Messages do not go out',
      '1 shop refuses our credentials',
      '1 shop does not answer',
      '4 cases are open',
      '1 line waits for a shop',
      '1 network quantity is out of sync',
    ].map((words) => text.indexOf(words));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('D18: a paid line that was given to a shop over an hour ago and is not there, with a link to all of them', async () => {
    const order = await aShippingOrder(desk.db, { state: 'planned', storeOrderId: null });
    expect(textOf(await page())).toContain('Nothing needs attention.');
    await desk.db.shippingOrder.update({
      where: { id: order.id },
      data: { createdAt: new Date(Date.now() - 61 * 60_000) },
    });
    const html = await page();
    expect(textOf(html)).toContain(
      '1 paid line is not yet at a shop They were given to a shop over an hour ago',
    );
    expect(html).toContain('href="/at-risk?situation=placing"');
    const { text } = await viewer.get('/at-risk?situation=placing');
    expect(textOf(text)).toContain(`${order.orderId} of`);
    expect(textOf(text)).toContain('paid line is not yet at a shop overdue');
    expect(textOf((await viewer.get('/at-risk?situation=waiting')).text)).toContain('No order at risk fits.');
  });

  it('still shows failures before there are cases, and after cases are snoozed or closed by hand', async () => {
    await aTimelineOrder(desk.db);
    await desk.db.orderLine.updateMany({ data: { state: 'shipped' } });
    expect(textOf(await page())).toContain('5 failures are in no case yet');
    await sweep();
    expect(textOf(await page())).not.toContain('in no case yet');
    const until = { snoozedUntil: new Date(Date.now() + 60_000) };
    await desk.db.supportCase.updateMany({ data: until });
    expect(textOf(await page())).toMatch(/\d cases are snoozed/);
    await desk.db.supportCase.updateMany({ data: { closedAt: new Date(), closedBy: 'ada' } });
    const text = textOf(await page());
    expect(text).toMatch(/\d cases were closed by hand and are not resolved/);
    expect(text).not.toContain('Nothing needs attention.');
  });

  it('a message that has only just been written is not a problem', async () => {
    await desk.db.outbox.create({
      data: {
        messageId: '7f9c24e5-2f0d-4a70-9b6c-5d1f4a7c2b11',
        type: 'order.route',
        payload: {},
        correlation: 'C',
      },
    });
    expect(textOf(await page())).toContain('Nothing needs attention.');
  });

  it('RabbitMQ being down is a concern, though nothing waits to go out: nothing comes in either', async () => {
    desk.brokerThere = false;
    const text = textOf(await page());
    expect(text).toContain('Messages do not go out');
    expect(text).not.toContain('Nothing needs attention.');
  });

  it('counts all and shows the ten oldest', async () => {
    const shop = await aShop(desk.db, { slug: 'selling' });
    for (let n = 0; n < 12; n += 1)
      await desk.db.sellerOrder.create({
        data: {
          id: `00000000-0000-4000-8000-0000000000${String(10 + n)}`,
          shopId: shop.id,
          orderId: `held-${n}`,
          placedAt: 0n,
          currency: 'EUR',
          mode: 'live',
          state: 'held',
          heldReason: 'orders_draining',
          destinationCountry: 'SE',
          shippingCost: 0,
          totalDiscounts: 0,
          correlation: 'C',
          receivedAt: new Date(Date.UTC(2026, 0, 1, n)),
        },
      });
    const text = textOf(await page());
    expect(text).toContain('12 orders are held');
    expect(text).toContain('held-0 of selling its shop was being drained when it came');
    expect(text).not.toContain('held-10 of selling');
    expect(text).toContain('These are the oldest; 2 more wait.');
  });

  it('refreshes itself', async () => {
    expect(await page()).toContain('hx-trigger="every 5s"');
  });
});
