import { randomUUID } from 'node:crypto';
import { aShippingOrder, aShop, type StoredShippingOrder } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { anotherShopFor } from './another-shop';
import { openDesk, textOf, type DeskWorld, type Visitor } from './desk-world';
import { aTimelineOrder, type TimelineOrder } from './timeline-order';

let desk: DeskWorld;
let timelineOrder: TimelineOrder;
let agent: Visitor;
let lead: Visitor;
let trailBefore: number;
beforeAll(async () => {
  desk = await openDesk();
  timelineOrder = await aTimelineOrder(desk.db);
  [agent, lead] = await Promise.all([desk.signIn('agent'), desk.signIn('lead')]);
}, 60_000);
beforeEach(async () => {
  trailBefore = (await desk.trail()).length;
});
afterAll(() => desk.close());

const did = async () =>
  (await desk.trail()).slice(trailBefore).map(({ actor, action, subject }) => ({ actor, action, subject }));

/** Opens the question, reads what would happen, and confirms. */
async function confirm(by: Visitor, path: string, form: Record<string, string> = {}) {
  const asked = await by.get(path);
  expect(asked.status).toBe(200);
  expect(await did()).toEqual([]);
  return { asked: textOf(asked.text), answer: textOf((await by.postAndFollow(path, form)).text) };
}

async function aPlacing(
  state: 'refused' | 'sending' | 'disputed',
  failed: boolean,
): Promise<StoredShippingOrder & { shop: string; shopName: string }> {
  const shopName = 'Alpin Sport';
  const shop = await aShop(desk.db, { name: shopName });
  const order = await aShippingOrder(desk.db, {
    sellingShop: timelineOrder.shops.nordic,
    shippingShop: shop,
    storeOrderId: null,
  });
  await desk.db.shippingOrder.update({
    where: { id: order.id },
    data: {
      state,
      failedAt: failed ? new Date() : null,
      lastFailure: 'no answer that counts',
      firstSentAt: new Date(),
      order: { update: { shipTo: { country_code: 'SE' } } },
    },
  });
  return { ...order, shop: shop.slug, shopName };
}

describe('D23: trying a waiting call now', () => {
  it('the page of the order offers it, says what will happen, and the call is due', async () => {
    const order = await aShippingOrder(desk.db, {
      sellingShop: timelineOrder.shops.nordic,
      storeOrderId: null,
    });
    const nextAttemptAt = new Date(desk.clock.now() + 900_000);
    const waiting = { state: 'planned', passes: 3, lastFailure: 'unavailable: status 503' } as const;
    await desk.db.shippingOrder.update({ where: { id: order.id }, data: { ...waiting, nextAttemptAt } });
    const path = `/orders/${order.sellerOrderId}/try-now`;
    expect((await agent.get(`/orders/${order.sellerOrderId}`)).text).toContain(`href="${path}"`);
    const { asked, answer } = await confirm(agent, path);
    expect(asked).toContain('Due now instead of at the next time: 1 order to place.');
    expect(answer).toContain('Due now: 1 order to place.');
    const { nextAttemptAt: due } = await desk.db.shippingOrder.findUniqueOrThrow({
      where: { id: order.id },
    });
    expect(due?.getTime()).toBeLessThanOrEqual(desk.clock.now());
    expect(textOf((await agent.get(path)).text)).toContain(
      'This cannot be done: no call waits for a later time',
    );
    expect(await did()).toEqual([
      { actor: 'agent:an-agent', action: 'order.try_now', subject: `order:${order.sellerOrderId}` },
    ]);
  });

  it('a tracking that its store did not take waits visibly, and is tried now', async () => {
    const nextAttemptAt = new Date(desk.clock.now() + 60_000);
    const data = {
      state: 'due',
      lastFailure: 'long_wait',
      nextAttemptAt,
      calledShopId: timelineOrder.shops.nordic.id,
    } as const;
    const before = await desk.db.package.findUniqueOrThrow({ where: { id: timelineOrder.packageId } });
    await desk.db.package.update({ where: { id: timelineOrder.packageId }, data });
    expect(textOf((await agent.get(`/orders/${timelineOrder.id}`)).text)).toContain(
      'A store did not take a call; it is called again by itself Next: the tracking of package P-1 at',
    );
    const { answer } = await confirm(agent, `/orders/${timelineOrder.id}/try-now`);
    expect(answer).toContain('Due now: 1 tracking to deliver.');
    const { state, lastFailure, nextAttemptAt: at, calledShopId } = before;
    await desk.db.package.update({
      where: { id: timelineOrder.packageId },
      data: { state, lastFailure, nextAttemptAt: at, calledShopId },
    });
  });

  it('the page of a shop says what waits for it, and offers it for all of them', async () => {
    const order = await aPlacing('refused', true);
    const nextAttemptAt = new Date(desk.clock.now() + 900_000);
    await desk.db.shippingOrder.update({
      where: { id: order.id },
      data: { state: 'planned', failedAt: null, nextAttemptAt },
    });
    const page = (await agent.get(`/shops/${order.shop}`)).text;
    expect(textOf(page)).toContain('Waiting for their next time: 1 order to place. Try now');
    const { answer } = await confirm(agent, `/shops/${order.shop}/try-now`);
    expect(answer).toContain('Due now: 1 order to place.');
    expect(textOf((await agent.get(`/shops/${order.shop}`)).text)).not.toContain(
      'Waiting for their next time',
    );
  });
});

describe('resuming work that was given up (D23)', () => {
  it('says what will happen, then does it, once', async () => {
    const path = `/orders/${timelineOrder.id}/resume/tracking/${timelineOrder.packageId}`;
    const { asked, answer } = await confirm(agent, path);
    expect(asked).toContain(
      'Nordic Outdoor gets carrier and tracking number again, under the same reference.',
    );
    expect(answer).toContain('The tracking is being delivered again.');
    expect(await did()).toContainEqual({
      actor: 'agent:an-agent',
      action: 'work.resume',
      subject: `tracking:${timelineOrder.packageId}`,
    });
    const again = textOf((await agent.postAndFollow(path)).text);
    expect(again).toContain('It was not taken up again: its replay is pending.');
  });

  it.each([
    {
      what: 'a return',
      problem: 'A return was not registered at Nordic Outdoor The store answered 409.',
      happens: 'Nordic Outdoor is notified of the goods that Fjord Sport has back, under the same reference.',
      done: 'The return is being registered again.',
      give: async () => {
        const lastFailure = 'the store answered 409';
        await desk.db.return.update({
          where: { id: timelineOrder.returnId },
          data: { state: 'failed', lastFailure },
        });
        return { orderId: timelineOrder.id, work: `return/${timelineOrder.returnId}` };
      },
    },
    {
      what: 'a stop',
      problem: 'A shop has not confirmed that it stopped its shipping order',
      happens: 'The shipping shop is asked again to stop its shipping order, under the same reference.',
      done: 'The shop is being asked again to stop it.',
      give: async () => {
        const order = await aShippingOrder(desk.db, {
          sellingShop: timelineOrder.shops.nordic,
          stop: 'failed',
        });
        return { orderId: order.sellerOrderId, work: `stop/${order.stopId ?? ''}` };
      },
    },
    {
      what: 'a placing',
      problem: 'refused its shipping order No answer that counts.',
      happens: 'is sent the same shipping order again, under the same reference.',
      done: 'It is being placed again.',
      give: async () => {
        const order = await aPlacing('refused', true);
        return { orderId: order.sellerOrderId, work: `placing/${order.id}` };
      },
    },
  ])('$what: from the order to its end', async ({ problem, happens, done, give }) => {
    const { orderId, work } = await give();
    const page = await agent.get(`/orders/${orderId}`);
    expect(textOf(page.text)).toContain(problem);
    expect(page.text).toContain(`href="/orders/${orderId}/resume/${work}"`);
    const { asked, answer } = await confirm(agent, `/orders/${orderId}/resume/${work}`);
    expect(asked).toContain(happens);
    expect(answer).toContain(done);
    expect(await did()).toMatchObject([
      { actor: 'agent:an-agent', action: 'work.resume', subject: work.replace('/', ':') },
    ]);
    if (work.startsWith('return'))
      await desk.db.return.update({ where: { id: timelineOrder.returnId }, data: { state: 'waiting' } });
  });

  it('the result is shown on the next page, not in a self-refreshing component', async () => {
    const page = `/orders/${timelineOrder.id}`;
    await agent.get(page);
    await agent.post(`${page}/resume/tracking/${timelineOrder.packageId}`);
    const part = await agent.get(page, { 'hx-request': 'true' });
    expect(textOf(part.text)).not.toContain('It was not taken up again');
    expect(textOf((await agent.get(page)).text)).toContain('It was not taken up again');
  });

  it('refuses work that is not given up, with a message', async () => {
    const calm = await aShippingOrder(desk.db, { sellingShop: timelineOrder.shops.nordic });
    const { answer } = await confirm(agent, `/orders/${calm.sellerOrderId}/resume/placing/${calm.id}`);
    expect(answer).toContain('It was not taken up again: it is not given up any more.');
    expect(await did()).toEqual([]);
  });

  it('finds only parts of that order', async () => {
    const other = await aPlacing('refused', true);
    const path = `/orders/${timelineOrder.id}/resume/placing/${other.id}`;
    expect((await agent.get(path)).status).toBe(404);
  });
});

describe('closing a line as unfulfillable (D19)', () => {
  it('says that it cannot be undone, and closes it', async () => {
    const { asked, answer } = await confirm(
      agent,
      `/orders/${timelineOrder.id}/lines/${timelineOrder.waitingLineId}/close`,
    );
    expect(asked).toContain('No call notifies Nordic Outdoor. The line stands at its door');
    expect(asked).toContain('This cannot be undone.');
    expect(answer).toContain(
      'Line L-2 is closed. Send the selling shop the mail on the order, so that it refunds its customer.',
    );
    // What the shop learns is on the order.
    expect(answer).toContain('What Nordic Outdoor learns of its closed lines');
    expect(answer).toContain(
      '- 1 × Headlamp 400 lm (line L-2, variant V-9), 49.00 EUR each before discounts, closed on 20',
    );
    expect(await desk.db.orderLine.findUnique({ where: { id: timelineOrder.waitingLineId } })).toMatchObject({
      state: 'unfulfillable',
    });
    expect(await did()).toEqual([
      { actor: 'agent:an-agent', action: 'order.close_line', subject: `order:${timelineOrder.id}` },
    ]);
  });

  it('is not offered for a line that is not waiting', async () => {
    const line = await desk.db.orderLine.findFirstOrThrow({
      where: { sellerOrderId: timelineOrder.id, lineItemId: 'L-1' },
    });
    const page = await agent.get(`/orders/${timelineOrder.id}/lines/${line.id}/close`);
    expect(textOf(page.text)).toContain('This cannot be done: the line is shipped, not waiting.');
    expect(page.text).not.toContain('Close the line</button>');
  });
});

describe('releasing a return that waits (D13)', () => {
  it('warns of a second refund, and releases it, with the note in the trail', async () => {
    const path = `/orders/${timelineOrder.id}/returns/${timelineOrder.returnId}/release`;
    const { asked, answer } = await confirm(agent, path, { note: 'Nordic says: not refunded' });
    expect(asked).toContain('First make sure: Nordic Outdoor has not refunded these goods already.');
    expect(answer).toContain('The return is released: the selling shop is being notified.');
    expect(await desk.db.return.findUnique({ where: { id: timelineOrder.returnId } })).toMatchObject({
      state: 'due',
    });
    const [entry] = (await desk.trail()).slice(trailBefore);
    expect(entry).toMatchObject({
      actor: 'agent:an-agent',
      action: 'return.release',
      detail: { note: 'Nordic says: not refunded' },
    });
    expect(textOf((await agent.postAndFollow(path)).text)).toContain(
      'The return is not released: the return does not wait for support.',
    );
  });
});

describe('closing a return that waits (D13)', () => {
  it('says that no one is notified, and closes it, with the note in the trail', async () => {
    await desk.db.return.update({ where: { id: timelineOrder.returnId }, data: { state: 'waiting' } });
    const path = `/orders/${timelineOrder.id}/returns/${timelineOrder.returnId}/close`;
    const { asked, answer } = await confirm(agent, path, { note: 'Nordic says: refunded' });
    expect(asked).toContain('Nordic Outdoor is not notified of it, now or later.');
    expect(answer).toContain('The return is closed; it stays on record.');
    expect(await desk.db.return.findUnique({ where: { id: timelineOrder.returnId } })).toMatchObject({
      state: 'recorded',
    });
    const [entry] = (await desk.trail()).slice(trailBefore);
    expect(entry).toMatchObject({ action: 'return.close', detail: { note: 'Nordic says: refunded' } });
  });
});

describe('ending a hold (D12)', () => {
  it('says why it is held, and starts routing', async () => {
    const order = await aShippingOrder(desk.db, {
      sellingShop: timelineOrder.shops.nordic,
      state: 'stopped',
    });
    await desk.db.sellerOrder.update({
      where: { id: order.sellerOrderId },
      data: { state: 'held', heldReason: 'cancelled_before_arrival' },
    });
    const page = await agent.get(`/orders/${order.sellerOrderId}`);
    expect(textOf(page.text)).toContain('The order is held: its cancellation came before the order itself');
    const { answer } = await confirm(agent, `/orders/${order.sellerOrderId}/end-hold`);
    expect(answer).toContain('The hold has ended: shops are being chosen.');
    expect(await did()).toEqual([
      { actor: 'agent:an-agent', action: 'order.end_hold', subject: `order:${order.sellerOrderId}` },
    ]);
  });

  it('is not offered for an order that is not held', async () => {
    const page = await agent.get(`/orders/${timelineOrder.id}/end-hold`);
    expect(textOf(page.text)).toContain('This cannot be done: the order is accepted, not held.');
  });
});

describe('giving a shipping order to another shop', () => {
  it('refused permanently, and no other shop could have it: says so, and offers nothing', async () => {
    const order = await aPlacing('refused', true);
    const page = await agent.get(`/orders/${order.sellerOrderId}/reroute/${order.id}`);
    expect(textOf(page.text)).toContain('This cannot be done: no other shop could ship any of it now.');
    expect(page.text).not.toContain('Give it to another shop</button>');
  });

  it('refused permanently: says which shop would get it and what will happen, and does it', async () => {
    const order = await aPlacing('refused', true);
    await anotherShopFor(desk.db, timelineOrder.shops.nordic);
    const { asked, answer } = await confirm(agent, `/orders/${order.sellerOrderId}/reroute/${order.id}`);
    expect(asked).toContain(
      'Fjell Lager would get L-1 (5 free, payout 70.00 EUR, the same as now, no calls to its store in the last hour).',
    );
    expect(asked).toContain('Line L-1 waits again, and another shop is looked for at once.');
    expect(asked).toContain(`${order.shopName} is never asked again for it.`);
    expect(answer).toContain(`Another shop is being looked for; ${order.shopName} is not asked again.`);
    expect(await did()).toEqual([
      { actor: 'agent:an-agent', action: 'order.reroute', subject: `order:${order.sellerOrderId}` },
    ]);
  });

  it('outcome unknown: no one may, whatever the browser sends (D18)', async () => {
    const order = await aPlacing('disputed', true);
    const path = `/orders/${order.sellerOrderId}/reroute/${order.id}`;
    const page = await lead.get(path);
    expect(textOf(page.text)).toContain('until the shop says whether it has it');
    expect(page.text).not.toContain('<textarea');
    expect(textOf((await lead.postAndFollow(path, { note: 'they said so' })).text)).toContain(
      'It stays with its shop:',
    );
    expect(await did()).toEqual([]);
  });
});

describe('making a shop a candidate again (D12, D19)', () => {
  it('a waiting line: the shop is a candidate again, its stock is unblocked, and the line is routed at once', async () => {
    const order = await aPlacing('refused', true);
    const [line] = order.lines;
    await desk.db.reservation.updateMany({
      where: { shippingOrderLineId: line?.id ?? '' },
      data: { kind: 'block' },
    });
    await desk.db.orderLine.updateMany({
      where: { sellerOrderId: order.sellerOrderId },
      data: { state: 'waiting', waitingReason: 'no_candidate', excludedShops: [order.shopId] },
    });
    const path = `/orders/${order.sellerOrderId}/lines/${line?.orderLineId ?? ''}/ask-again/${order.shop}`;
    expect((await agent.get(`/orders/${order.sellerOrderId}`)).text).toContain(`href="${path}"`);
    const { asked, answer } = await confirm(agent, path, { note: 'they have it again' });
    expect(asked).toContain(`${order.shopName} is a candidate for line L-1 again`);
    expect(answer).toContain(`${order.shopName} may have line L-1 again.`);
    expect(
      await desk.db.orderLine.findFirst({ where: { sellerOrderId: order.sellerOrderId } }),
    ).toMatchObject({ state: 'waiting', excludedShops: [], waitingReason: null });
    expect(
      await desk.db.reservation.findMany({ where: { shippingOrderLineId: line?.id ?? '' } }),
    ).toMatchObject([{ remaining: 0 }]);
    const sent = { type: 'order.route', payload: { equals: { sellerOrderId: order.sellerOrderId } } };
    expect(await desk.db.outbox.count({ where: sent })).toBe(1);
    expect(await did()).toMatchObject([{ action: 'order.ask_again' }]);
    expect((await agent.get(path)).status).toBe(404);
  });
});

describe("settling by a shop's own statement (D12, D18)", () => {
  const pathOf = (order: { id: string; sellerOrderId: string }, said: string) =>
    `/orders/${order.sellerOrderId}/settle/${order.id}/${said}`;

  it('is not offered to an agent', async () => {
    const order = await aPlacing('disputed', true);
    expect((await agent.get(pathOf(order, 'has-not'))).status).toBe(403);
    expect((await agent.post(pathOf(order, 'has-not'), { note: 'they said so' })).status).toBe(403);
    expect(await did()).toEqual([]);
  });

  it('the shop has it: a lead records its id and who said so, and it counts as placed', async () => {
    const order = await aPlacing('disputed', true);
    const path = pathOf(order, 'has');
    expect(textOf((await lead.get(path)).text)).toContain(`The id of the order at ${order.shopName}`);
    const post = async (fields: Record<string, string>) =>
      textOf((await lead.postAndFollow(path, fields)).text);
    expect(await post({ store_order_id: 'SO-9', note: ' ' })).toContain('Write down who at the shop said so');
    expect(await post({ store_order_id: ' ', note: 'Per' })).toContain('Write down the id');
    expect(await post({ store_order_id: 'a\0b', note: 'Per' })).not.toContain('has it.');
    expect(await did()).toEqual([]);
    expect(await post({ store_order_id: 'SO-9', note: 'Per, by phone' })).toContain(
      `${order.shopName} has it.`,
    );
    expect(await desk.db.shippingOrder.findUnique({ where: { id: order.id } })).toMatchObject({
      state: 'placed',
      storeOrderId: 'SO-9',
    });
    const [entry] = (await desk.trail()).slice(trailBefore);
    expect(entry).toMatchObject({
      actor: 'lead:a-lead',
      action: 'order.settle_has',
      detail: { orderId: 'SO-9', note: 'Per, by phone' },
    });
  });

  it('the shop does not have it: it ends, and its lines are routed again', async () => {
    const order = await aPlacing('disputed', true);
    const answer = textOf(
      (await lead.postAndFollow(pathOf(order, 'has-not'), { note: 'Per, by phone' })).text,
    );
    expect(answer).toContain('Nothing is sent under this reference any more.');
    expect(await desk.db.shippingOrder.findUnique({ where: { id: order.id } })).toMatchObject({
      state: 'stopped',
    });
    expect(await did()).toMatchObject([{ action: 'order.settle_has_not' }]);
  });
});

describe('ending the rest of a partly shipped order (D12)', () => {
  it('a lead chooses what becomes of whole lines, and writes down who at the shop said so', async () => {
    const order = await aShippingOrder(desk.db, {
      sellingShop: timelineOrder.shops.nordic,
      quantities: [1, 1],
    });
    const [first] = order.lines;
    await desk.db.shippingOrderLine.update({ where: { id: first?.id ?? '' }, data: { packaged: 1 } });
    const packed = { packageId: 'P-1', carrier: 'PostNord', trackingNumber: 'T', correlation: 'C' };
    const id = randomUUID();
    await desk.db.package.create({
      data: { id, shippingOrderId: order.id, reference: `pkg-${id}`, shippedAt: 0n, ...packed },
    });
    const path = `/orders/${order.sellerOrderId}/shipping-orders/${order.id}/end-rest`;
    const { text } = await lead.get(path);
    expect(text).toContain('<input type="radio" name="whole_lines" value="close" required');
    const post = async (form: Record<string, string>) => textOf((await lead.postAndFollow(path, form)).text);
    expect(await post({ note: 'Per' })).toContain('Choose what becomes of whole lines.');
    expect(await post({ whole_lines: 'close' })).toContain('Write down who at the shop said so');
    expect(await post({ whole_lines: 'close', note: 'Per' })).toContain(
      'The rest of the order will not ship',
    );
    expect(await did()).toMatchObject([{ actor: 'lead:a-lead', action: 'order.end_rest' }]);
  });
});

describe('required roles', () => {
  it('a viewer does not even see the question', async () => {
    const viewer = await desk.signIn('viewer');
    for (const path of [
      `resume/tracking/${timelineOrder.packageId}`,
      `reroute/${timelineOrder.shippingOrderId}`,
      `lines/${timelineOrder.waitingLineId}/close`,
      `returns/${timelineOrder.returnId}/release`,
      `returns/${timelineOrder.returnId}/close`,
      'end-hold',
      'address',
    ])
      expect({ path, status: (await viewer.get(`/orders/${timelineOrder.id}/${path}`)).status }).toEqual({
        path,
        status: 403,
      });
  });

  it('a note that is too long is refused, and nothing is done', async () => {
    await agent.get(`/orders/${timelineOrder.id}`);
    const end = await agent.postAndFollow(`/orders/${timelineOrder.id}/end-hold`, {
      note: 'x'.repeat(1_001),
    });
    expect(textOf(end.text)).toContain('A note is text of at most 1000 characters.');
    expect(await did()).toEqual([]);
  });
});
