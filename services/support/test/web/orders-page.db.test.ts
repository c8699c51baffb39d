import { inTransaction, Prisma, rows } from '@hub/database';
import { aSentEvent, aShippingOrder, aShop } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anotherShopFor } from './another-shop';
import { openDesk, textOf, type DeskWorld, type Visitor } from './desk-world';
import { z } from 'zod';
import { aTimelineOrder, PERSONAL, type TimelineOrder } from './timeline-order';

const CountRow = z.object({ count: z.int() });

let desk: DeskWorld;
let timelineOrder: TimelineOrder;
let viewer: Visitor;
let agent: Visitor;
let lead: Visitor;
beforeAll(async () => {
  desk = await openDesk();
  timelineOrder = await aTimelineOrder(desk.db);
  [viewer, agent, lead] = await Promise.all([
    desk.signIn('viewer'),
    desk.signIn('agent'),
    desk.signIn('lead'),
  ]);
}, 60_000);
afterAll(() => desk.close());

async function pageOf(id: string, by: Visitor = agent): Promise<string> {
  const answer = await by.get(`/orders/${id}`);
  expect(answer.status).toBe(200);
  return answer.text;
}

/** A shipping order with its own order, in the given state. */
async function aPlacing(state: Parameters<typeof desk.db.shippingOrder.update>[0]['data']) {
  const order = await aShippingOrder(desk.db, {
    sellingShop: timelineOrder.shops.nordic,
    shippingShop: await aShop(desk.db, { name: 'Alpin Sport' }),
    storeOrderId: null,
  });
  await desk.db.shippingOrder.update({ where: { id: order.id }, data: state });
  await desk.db.sellerOrder.update({
    where: { id: order.sellerOrderId },
    data: { shipTo: { country_code: 'SE' } },
  });
  return order;
}

/** Runs a statement in the database at each update of a line; its counts survive a rollback of the transaction. */
async function whatUpdatesOfLines(statement: string) {
  const run = (sql: string) => inTransaction(desk.db, (tx) => tx.$executeRaw(Prisma.raw(sql)));
  await run('CREATE SEQUENCE forecasts MINVALUE 0');
  await run(
    `CREATE FUNCTION at_line() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${statement}; RETURN NEW; END $$`,
  );
  await run('CREATE TRIGGER at_line BEFORE UPDATE ON order_line FOR EACH ROW EXECUTE FUNCTION at_line()');
  return {
    async count(): Promise<number> {
      const [row] = await rows(
        CountRow,
        desk.db.$queryRaw`SELECT (last_value + is_called::int)::int AS count FROM forecasts`,
      );
      return row?.count ?? 0;
    },
    async end(): Promise<void> {
      await run('DROP FUNCTION at_line CASCADE');
      await run('DROP SEQUENCE forecasts');
    },
  };
}

describe('the page of an order', () => {
  it('shows which order it is, its current problems, and what to do about them', async () => {
    const text = textOf(await pageOf(timelineOrder.id));
    expect(text).toContain('Order #1001-A of Nordic Outdoor');
    expect(text).toContain('What is wrong now: 4 things');
    expect(text).toContain(
      'Tracking of package P-1 was not delivered to Nordic Outdoor The store answered 404 unknown_order.',
    );
    expect(text).toContain('A return reported by Fjord Sport waits for support');
    expect(text).toContain(
      'Line L-2 waits: no shop can ship it 1 × Headlamp 400 lm; excluded: Dansk Friluft',
    );
    expect(text).toContain('Lines say another barcode or sku than their variants have: the variants count.');
    expect(text.indexOf('Tracking of package P-1')).toBeLessThan(text.indexOf('Fjell down jacket'));
  });

  it("shows the store's own text beside a problem, marked as such", async () => {
    expect(textOf(await pageOf(timelineOrder.id))).toContain(
      'The store answered 404 unknown_order. unknown_order: no such order What the store of Nordic Outdoor said, in its own words',
    );
    const alert = await desk.db.alert.findFirstOrThrow({ where: { kind: 'tracking_failed' } });
    for (const path of [`/alerts/${alert.id}`, `/dead-letters/${timelineOrder.deadLetterId}`, '/at-risk'])
      expect(textOf((await viewer.get(path)).text)).toContain(
        'unknown_order: no such order What the store of Nordic Outdoor said, in its own words',
      );
  });

  it('offers to copy what people paste elsewhere: order id, references and tracking numbers', async () => {
    const html = await pageOf(timelineOrder.id);
    for (const text of ['1001', timelineOrder.reference, 'FS-77', 'PN423283200'])
      expect(html).toContain(`data-copy="${text}"`);
  });

  it('shows each line: state, why it waits, who ships it, which shops are excluded', async () => {
    const text = textOf(await pageOf(timelineOrder.id));
    expect(text).toContain('L-1 Fjell down jacket, blue variant V-1 2 100.00 shipped Fjord Sport –');
    expect(text).toContain(
      'L-2 Headlamp 400 lm variant V-9 1 49.00 waits for a shop no shop can ship it none Dansk Friluft',
    );
    expect(text).toContain("OWN-1 no title given variant V-2 1 100.00 the shop's own the shop itself –");
  });

  it('explains the money of a line step by step (D24)', async () => {
    const text = textOf(await pageOf(timelineOrder.id));
    expect(text).toContain(
      'Money of line L-1: how 65.80 EUR each was worked out gross 200.00 - discount share 12.00 = 188.00 less VAT 25 % (37.60) = net 150.40',
    );
    expect(text).toContain('owed 131.60 (rounding 0.00)');
  });

  it('shows the timeline from its beginning, with calls, decision and problems to expand', async () => {
    const text = textOf(await pageOf(timelineOrder.id));
    const timeline = text.slice(text.indexOf('What happened'));
    const titlesOf1001 = [
      'Nordic Outdoor sent order.created: 200 accepted',
      'Order 1001 of Nordic Outdoor was accepted',
      'Routing decided by policy nearest-1',
      'Fjord Sport was asked to ship it: it confirmed (200)',
      'Fjord Sport shipped package P-1',
      'Nordic Outdoor was sent the tracking: refused (404 unknown_order)',
      'Fjord Sport sent return.created: 422 a field is missing or not valid (invalid_request)',
      'Fjord Sport reported goods that came back',
      'Alert: A return waits for support',
    ];
    const places = titlesOf1001.map((words) => timeline.indexOf(words));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('says of a decision whose details are no longer kept that they are not, also in its replay (D30)', async () => {
    const { sellerOrderId } = await aPlacing({ state: 'placed', storeOrderId: 'SO-former' });
    const text = textOf(await pageOf(sellerOrderId));
    expect(text).toContain('Routing decided');
    expect(text).toContain('Why these shops were chosen is no longer kept.');
    const replay = textOf((await viewer.get(`/orders/${sellerOrderId}/replay`)).text);
    expect(replay).toContain('Older decisions of this order are no longer kept.');
    expect(replay).not.toContain('No decision of this order is kept.');
  });

  it('has one clock: every time on the page is one that the browser shows in its own zone', async () => {
    const late = await aPlacing({
      state: 'planned',
      lastFailure: 'the store answered 503',
      passes: 2,
      nextAttemptAt: new Date(desk.clock.now() + 60_000),
    });
    const placedAt = new Date(desk.clock.now() - 73 * 3_600_000);
    const notShipped = await aPlacing({ state: 'placed', storeOrderId: 'SO-clock', placedAt });
    for (const id of [timelineOrder.id, late.sellerOrderId, notShipped.sellerOrderId]) {
      const html = await pageOf(id);
      expect(html).toMatch(/<main[\s\S]*<time /);
      const rest = html
        .replaceAll(/<time [^>]*>[^<]*<\/time>/g, '')
        .replaceAll(/<span data-zone[^>]*>UTC<\/span>/g, '');
      const main = rest.slice(rest.indexOf('<main'));
      expect(main.match(/[^<>]*(?:\d\d:\d\d|\bUTC\b)[^<>]*/g) ?? []).toEqual([]);
    }
  });

  it('shows why each shop was chosen or ruled out, with its figures (D19)', async () => {
    const text = textOf(await pageOf(timelineOrder.id));
    expect(text).toContain('1 Fjord Sport (chosen) F-1 11 412 km no 2 Dansk Friluft D-1 14 524 km no');
    expect(text).toContain('Dansk Friluft could not ship it before (free stock 4, 524 km)');
    expect(text).toContain('Fjord Sport has too few (free stock 0, 412 km)');
  });

  it('shows the request and the response of a store call, masked, with status, attempts and time', async () => {
    const html = await pageOf(timelineOrder.id);
    const text = textOf(html);
    expect(text).toContain('PUT /orders/1001/tracking');
    expect(text).toContain('status 404, code unknown_order');
    expect(text).toContain('refused, 1 attempt, 96 ms');
    expect(text).toContain('"name": "•••"');
    expect(text).toContain('"message": "no such order"');
  });

  it('links to its alerts and failed messages', async () => {
    const html = await pageOf(timelineOrder.id);
    const alert = await desk.db.alert.findFirstOrThrow({ where: { kind: 'return_waiting' } });
    expect(html).toContain(`href="/alerts/${alert.id}"`);
    expect(html).toContain(`href="/dead-letters/${timelineOrder.deadLetterId}"`);
  });

  it('shows shops by name, in problems and in the timeline, and links to their pages', async () => {
    const html = await pageOf(timelineOrder.id);
    const nordic = '<a href="/shops/nordic-outdoor">Nordic Outdoor</a>';
    expect(html).toContain(`Tracking of package P-1 was not delivered to ${nordic}`);
    expect(html).toContain(`${nordic} sent order.created`);
    expect(html).toContain('<a href="/shops/fjord-sport">Fjord Sport</a> was asked to ship it');
    expect(textOf(html)).not.toMatch(/nordic-outdoor|fjord-sport|dansk-friluft/);
  });

  it.each(['viewer', 'agent', 'lead'] as const)(
    'shows no personal data to a %s unless requested, and opening the page is not recorded as a view (D29)',
    async (role) => {
      const before = await desk.trail();
      const html = await pageOf(timelineOrder.id, { viewer, agent, lead }[role]);
      for (const text of PERSONAL) expect(html).not.toContain(text);
      expect(await desk.trail()).toEqual(before);
    },
  );

  it('offers a viewer no actions, and says which role they require', async () => {
    const html = await pageOf(timelineOrder.id, viewer);
    expect(html).not.toContain(`/resume/tracking/${timelineOrder.packageId}`);
    expect(textOf(html)).toContain('Deliver the tracking again: only an agent');
    expect(textOf(html)).toContain('Name and address are hidden. An agent may look at them.');
  });

  it('refreshes itself: often while something is in progress, rarely when nothing is', async () => {
    const calm = await aShippingOrder(desk.db, { sellingShop: timelineOrder.shops.nordic });
    expect(await pageOf(calm.sellerOrderId)).toContain('hx-trigger="every 3s"');
    expect(await pageOf(timelineOrder.id)).toContain('hx-trigger="every 30s"');
  });

  it('a line that has only just arrived is not a problem: it is being routed', async () => {
    const order = await aShippingOrder(desk.db, {
      sellingShop: timelineOrder.shops.nordic,
      state: 'stopped',
    });
    await desk.db.orderLine.updateMany({
      where: { sellerOrderId: order.sellerOrderId },
      data: { state: 'waiting' },
    });
    const html = await pageOf(order.sellerOrderId);
    expect(textOf(html)).toContain('No open problems.');
    expect(textOf(html)).toContain('a shop is being looked for');
    expect(html).toContain('hx-trigger="every 3s"');
  });

  it('says who has it and since when, whether or not something is wrong', async () => {
    const calm = await aShippingOrder(desk.db, { sellingShop: timelineOrder.shops.nordic });
    const { shopId } = await desk.db.shippingOrder.findUniqueOrThrow({ where: { id: calm.id } });
    const { name } = await desk.db.shop.findUniqueOrThrow({ where: { id: shopId } });
    expect(textOf(await pageOf(calm.sellerOrderId))).toContain(
      `Waiting for ${name} to ship, accepted just now . No open problems.`,
    );
  });

  it('is a plain 404 if there is no such order', async () => {
    expect((await agent.get('/orders/7f9c24e5-2f0d-4a70-9b6c-5d1f4a7c2b11')).status).toBe(404);
    expect((await agent.get('/orders/not-an-id')).status).toBe(404);
  });

  it('escapes the texts of shops', async () => {
    const order = await aShippingOrder(desk.db, {
      sellingShop: timelineOrder.shops.nordic,
      orderId: '<script>alert(1)</script>',
    });
    expect(await pageOf(order.sellerOrderId)).not.toContain('<script>alert');
  });

  it('links a tracking address only if it is http or https', async () => {
    await desk.db.package.update({
      where: { id: timelineOrder.packageId },
      data: { trackingUrl: 'javascript:alert(1)' },
    });
    expect(await pageOf(timelineOrder.id)).not.toContain('javascript:');
  });
});

describe('a shipping order that its shop does not have', () => {
  it('refused permanently, and no other shop could have it: only what can work is offered', async () => {
    const order = await aPlacing({ state: 'refused', failedAt: new Date(), lastFailure: 'refused: 422' });
    const html = await pageOf(order.sellerOrderId);
    expect(textOf(html)).toContain('No other shop could get L-1 now:');
    expect(textOf(html)).toContain('Place it again Correct the address');
    expect(html).not.toContain('/reroute/');
  });

  it('the forecast computes its re-route once in ten seconds, however many viewers there are', async () => {
    const order = await aPlacing({ state: 'refused', failedAt: new Date(), lastFailure: 'refused: 422' });
    const forecasts = await whatUpdatesOfLines(`PERFORM nextval('forecasts')`);
    await pageOf(order.sellerOrderId);
    const once = await forecasts.count();
    expect(once).toBeGreaterThan(0);
    await Promise.all([pageOf(order.sellerOrderId), pageOf(order.sellerOrderId, viewer)]);
    expect(await forecasts.count()).toBe(once);
    desk.clock.forward(10_000);
    await pageOf(order.sellerOrderId);
    expect(await forecasts.count()).toBe(2 * once);
    await forecasts.end();
  });

  it('has its page even if the forecast fails: agents have to see an order with contradictory rows', async () => {
    const order = await aPlacing({ state: 'refused', failedAt: new Date(), lastFailure: 'refused: 422' });
    const broken = await whatUpdatesOfLines(`RAISE EXCEPTION 'contradicts another row'`);
    const html = await pageOf(order.sellerOrderId);
    expect(textOf(html)).toContain('refused its shipping order');
    expect(html).not.toContain('/reroute/');
    await broken.end();
  });

  it('refused permanently: can be given to another shop, or placed again', async () => {
    await anotherShopFor(desk.db, timelineOrder.shops.nordic);
    const order = await aPlacing({
      state: 'refused',
      failedAt: new Date(),
      lastFailure: 'the store answered 400',
    });
    const html = await pageOf(order.sellerOrderId);
    expect(textOf(html)).toMatch(/Alpin Sport refused its shipping order The store answered 400\./);
    expect(html).toContain(`href="/orders/${order.sellerOrderId}/reroute/${order.id}"`);
    expect(html).toContain(`href="/orders/${order.sellerOrderId}/resume/placing/${order.id}"`);
  });

  it('disputed: placed again by an agent, settled by a lead alone, with what the shop says (D18)', async () => {
    const order = await aPlacing({
      state: 'disputed',
      failedAt: new Date(),
      lastFailure: 'refused: 404',
    });
    const settle = `href="/orders/${order.sellerOrderId}/settle/${order.id}/`;
    const asked = await pageOf(order.sellerOrderId);
    expect(textOf(asked)).toMatch(/It is not known whether Alpin Sport has its shipping order/);
    expect(textOf(asked)).toContain('disputed: the shop may have it');
    expect(asked).toContain(`href="/orders/${order.sellerOrderId}/resume/placing/${order.id}"`);
    expect(asked).not.toContain(settle);
    expect(textOf(asked)).toMatch(/Alpin Sport does not have it: only a lead/);
    const ofLead = await pageOf(order.sellerOrderId, lead);
    for (const said of ['has', 'has-not']) expect(ofLead).toContain(`${settle}${said}"`);
    expect(ofLead).not.toContain('/reroute/');
  });

  it('disputed, and its order cancelled: the shop has to be asked to stop it', async () => {
    const order = await aPlacing({ state: 'disputed', failedAt: new Date(), stopRequestedAt: new Date() });
    const html = await pageOf(order.sellerOrderId);
    expect(textOf(html)).toMatch(/is cancelled: ask Alpin Sport to stop it/);
    expect(html).toContain('>Ask a lead<');
    expect(textOf(html)).toMatch(/Only a lead can do this: .*Alpin Sport/);
  });

  it('given up before anything was sent: the address may be the cause', async () => {
    const order = await aPlacing({
      state: 'planned',
      failedAt: new Date(),
      lastFailure: 'the store is not reached',
    });
    const html = await pageOf(order.sellerOrderId);
    const text = textOf(html);
    expect(text).toContain('was given up before anything reached the store');
    expect(text).toContain('Place it again Give it to another shop Correct the address');
    expect(html).toContain(`href="/orders/${order.sellerOrderId}/address"`);
  });

  it('is retried automatically: the page says so, and offers no action', async () => {
    const nextAttemptAt = new Date('2026-11-21T12:34:56Z');
    const order = await aPlacing({
      state: 'planned',
      lastFailure: 'the store answered 503',
      passes: 2,
      nextAttemptAt,
    });
    const html = await pageOf(order.sellerOrderId);
    const text = textOf(html);
    expect(text).toContain(
      'The store answered 503. 2 rounds of attempts so far; the next is due at 2026-11-21 12:34:56 UTC .',
    );
    // Nothing was sent: it can go elsewhere meanwhile.
    expect(html).toContain(`/reroute/${order.id}"`);
  });

  it('D18: waits for a store whose calls are held: the page does not say that it is retried for a day, and it can go elsewhere', async () => {
    const order = await aPlacing({ state: 'planned', lastFailure: 'put off: calls to the store are held' });
    await desk.db.shop.update({ where: { id: order.shopId }, data: { ordersHeldSince: new Date() } });
    const text = textOf(await pageOf(order.sellerOrderId));
    expect(text).toContain('Nothing of it has reached the store.');
    expect(text).toContain('Last failure deferred: calls to the store are suspended');
    expect(text).toContain('Fjell Lager would get L-1 (5 free');
    expect(text).toContain('Give it to another shop Resume calls to Alpin Sport');
    expect(text).not.toContain('for about a day');
  });

  it('D18: at a shop that was switched off: what was never sent goes elsewhere, for what may have been sent the shop is asked', async () => {
    const [never, maybe] = [
      await aPlacing({ state: 'planned' }),
      await aPlacing({ state: 'sending', lastFailure: 'unavailable: status 500' }),
    ];
    await desk.db.shop.updateMany({
      where: { id: { in: [never.shopId, maybe.shopId] } },
      data: { orders: 'off' },
    });
    expect(textOf(await pageOf(never.sellerOrderId))).toContain('Its lines are routed again by themselves');
    expect(textOf(await pageOf(maybe.sellerOrderId))).toContain('No call settles it while');
  });

  it('is no longer a problem once its lines are elsewhere', async () => {
    const order = await aPlacing({
      state: 'refused',
      failedAt: new Date(),
      lastFailure: 'the store answered 400',
    });
    await aShippingOrder(desk.db, { shippingShop: await aShop(desk.db), ofLine: order.lines[0] });
    expect(textOf(await pageOf(order.sellerOrderId))).toContain('No open problems.');
  });
});

describe('the request of a shipping order', () => {
  it('D18: is shown for a dry run, personal data masked', async () => {
    const ship_to = { name: 'Zdenka Quvarova', country_code: 'SE' };
    const order = await aPlacing({ state: 'dry_run', payload: { tag: 'hub_ship', ship_to } });
    const html = await pageOf(order.sellerOrderId, viewer);
    expect(textOf(html)).toContain('What would have been sent');
    expect(html).toContain('hub_ship');
    expect(html).not.toContain('Zdenka');
  });
});

it('D38: says which pieces a shop has not shipped in its time', async () => {
  const placedAt = new Date(desk.clock.now() - 73 * 3_600_000);
  const order = await aPlacing({ state: 'placed', storeOrderId: 'SO-late', placedAt });
  const title = 'Alpin Sport has not shipped its shipping order';
  expect(textOf(await pageOf(order.sellerOrderId))).toContain(title);
  await desk.db.shippingOrderLine.updateMany({
    where: { shippingOrderId: order.id },
    data: { packaged: 1 },
  });
  expect(textOf(await pageOf(order.sellerOrderId))).not.toContain(title);
});

it('D38: says which event of a shop was refused, and an agent closes it', async () => {
  const order = await aPlacing({ state: 'placed', storeOrderId: 'SO-refused' });
  const sent = { event: 'fulfillment.shipped', about: 'SO-refused', field: 'data.carrier' };
  await aSentEvent(desk.db, { id: order.shopId }, sent);
  const title = 'fulfillment.shipped of Alpin Sport was refused';
  expect(textOf(await pageOf(order.sellerOrderId))).toContain(title);
  const address = `/orders/${order.sellerOrderId}/events/fulfillment.shipped/close`;
  await agent.postAndFollow(address, { note: 'reported by phone' });
  expect(textOf(await pageOf(order.sellerOrderId))).not.toContain(title);
});
