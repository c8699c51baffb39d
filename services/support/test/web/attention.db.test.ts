import { inTransaction } from '@hub/database';
import { sweepCases } from '@hub/desk/cases';
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

  it('one list: each cause once, with the customer\u2019s order number, shops by name, owner, due time and its link', async () => {
    const timelineOrder = await aTimelineOrder(desk.db);
    await desk.db.sellerOrder.updateMany({ data: { orderNumber: '#1053' } });
    await sweep();
    const html = await page();
    const text = textOf(html);
    expect(text).not.toContain('Nothing needs attention.');
    // One failed message, four alerts and three situations of one order are four causes.
    expect(html.match(/<tr>/g)).toHaveLength(1 + 4);
    expect(text).toContain('No shop for a line of Nordic Outdoor');
    expect(text).toMatch(/Nordic Outdoor is not notified of parcels .*#1053 of Nordic Outdoor/);
    expect(text).toMatch(/1 order, \d alerts?/);
    expect(text).toContain('unassigned');
    expect(text).toContain('overdue');
    expect(html).toContain(`href="/orders/${timelineOrder.id}"`);
    expect(html).toMatch(/<a href="\/shops\/[a-z-]+">Nordic Outdoor<\/a>/);
    for (const personal of PERSONAL) expect(html).not.toContain(personal);
  });

  it('what stops everything stands above the list', async () => {
    const timelineOrder = await aTimelineOrder(desk.db);
    const ago = new Date(Date.now() - 600_000);
    await desk.db.outbox.create({
      data: {
        messageId: timelineOrder.id,
        type: 'order.route',
        payload: {},
        correlation: 'C',
        createdAt: ago,
      },
    });
    await sweep();
    const text = textOf(await page());
    const places = ['Messages do not go out', 'No shop for a line'].map((words) => text.indexOf(words));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('D23: a store that refuses our credentials is one entry, and the quantities it does not take are part of it', async () => {
    const shop = await aShop(desk.db, { slug: 'fjord', name: 'Fjord Sport' });
    const ago = new Date(Date.now() - 600_000);
    await aHold(desk.db, { shopId: shop.id, since: ago });
    await desk.db.networkQuantity.create({
      data: { shopId: shop.id, variantId: 'V', target: 1, outOfSyncSince: ago },
    });
    const html = await page();
    expect(html.match(/<tr>/g)).toHaveLength(1 + 1);
    expect(textOf(html)).toContain('Fjord Sport refuses our credentials');
    expect(html).toContain('href="/shops/fjord"');
  });

  it('D18: a paid line that was given to a shop over an hour ago and is not there, also before a case is open', async () => {
    const order = await aShippingOrder(desk.db, { state: 'planned', storeOrderId: null });
    expect(textOf(await page())).toContain('Nothing needs attention.');
    const longAgo = new Date(Date.now() - 61 * 60_000);
    await desk.db.shippingOrder.update({ where: { id: order.id }, data: { createdAt: longAgo } });
    await desk.db.sellerOrder.updateMany({ data: { receivedAt: longAgo } });
    const html = await page();
    expect(textOf(html)).toMatch(/Paid lines do not reach .* 1 order .* overdue no case yet/);
    expect(html).toContain('href="/at-risk?situation=placing"');
    const { text } = await viewer.get('/at-risk?situation=placing');
    expect(textOf(text)).toContain(`${order.orderId} of`);
    expect(textOf(text)).toContain('paid line is not yet at a shop overdue');
    expect(textOf((await viewer.get('/at-risk?situation=waiting')).text)).toContain('No order at risk fits.');
  });

  it('an agent takes several cases at once and gives them back; each is in the audit', async () => {
    await aTimelineOrder(desk.db);
    await sweep();
    const agent = await desk.signIn('agent');
    const { text: html } = await agent.get('/');
    const ids = [...html.matchAll(/type="checkbox" name="ids" value="([^"]+)"/g)].map(([, id = '']) => id);
    expect(ids).toHaveLength(4);
    const taken = await agent.postAndFollow('/cases/act', { action: 'take', ids, back: '/' });
    expect(textOf(taken.text)).toContain('You have taken 4 cases.');
    expect(textOf(taken.text)).not.toContain('unassigned');
    const again = await agent.postAndFollow('/cases/act', {
      action: 'take',
      ids: ids.slice(0, 2),
      back: '/',
    });
    expect(textOf(again.text)).toContain('2 cases not taken: it is yours already.');
    await agent.postAndFollow('/cases/act', { action: 'release', ids, back: '/' });
    expect(await desk.db.supportCase.count({ where: { owner: null, closedAt: null } })).toBe(4);
    const trail = (await desk.trail()).filter(({ action }) => action.startsWith('case.'));
    expect(trail.map(({ action, subject }) => `${action} ${subject}`).toSorted()).toEqual(
      ids.flatMap((id) => [`case.release case:${id}`, `case.take case:${id}`]).toSorted(),
    );
    expect((await viewer.post('/cases/act', { action: 'take', ids })).status).toBe(403);
    expect(textOf((await agent.postAndFollow('/cases/act', { action: 'take' })).text)).toContain(
      'Select at least one.',
    );
    expect((await agent.post('/cases/act', { action: 'eat', ids })).status).toBe(400);
    expect(
      (await agent.post('/cases/act', { action: 'take', ids, back: 'https://evil.example' })).location,
    ).toBe('/');
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
    await desk.db.supportCase.updateMany({
      data: { closedAt: new Date(), closedBy: 'ada', snoozedUntil: null },
    });
    const text = textOf(await page());
    expect(text).toContain('closed by hand');
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

  it('shows the thirty most urgent, and links to all of them', async () => {
    const opened = { causeKind: 'message', about: 'q r', size: 0, reportedSize: 0, reportedAt: new Date() };
    for (let n = 0; n < 31; n += 1)
      await desk.db.supportCase.create({
        data: {
          ...opened,
          id: `00000000-0000-4000-8000-0000000000${10 + n}`,
          key: String(n),
          openedAt: new Date(1e12 + n),
        },
      });
    const html = await page();
    expect(html.match(/<tr>/g)).toHaveLength(1 + 30);
    expect(html).toContain('href="/first"');
    const all = (await viewer.get('/first?after=30')).text;
    expect(all.match(/<tr>/g)).toHaveLength(1 + 1);
  });

  it('says the rule of its order, on the page and in the runbooks', async () => {
    expect(textOf(await page())).toContain('Broken promises to customers come first');
    expect(textOf((await viewer.get('/runbooks')).text)).toContain('What comes first');
  });

  it("the tab's title begins with how many cases are open", async () => {
    expect(await page()).toContain('<title>What comes first · HUB support desk</title>');
    await aTimelineOrder(desk.db);
    await sweep();
    expect(await page()).toContain('<title>(4) What comes first · HUB support desk</title>');
    expect((await viewer.get('/overview')).text).toContain('<title>(4) Overview · HUB support desk</title>');
    await desk.db.supportCase.updateMany({ data: { snoozedUntil: new Date(Date.now() + 60_000) } });
    expect((await viewer.get('/overview')).text).toContain('<title>Overview · HUB support desk</title>');
  });

  it('refreshes itself', async () => {
    expect(await page()).toContain('hx-trigger="every 5s"');
  });
});
