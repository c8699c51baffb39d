import { eventQueue } from '@hub/messaging';
import { eventually, putIntoQueue } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LOCATION_ID } from './support/a-catalogue';
import { aDeskAccount, DeskBrowser, type DeskAccount } from './support/desk-browser';
import { DeskHand, type Way } from './support/desk-hand';
import { openWorld, sellOne, type World } from './support/open-world';

const SOON = { timeoutMs: 30_000, everyMs: 100 };
const REFUSED = { kind: 'status', status: 422, code: 'invalid_request' } as const;

/** In a world of its own: the first page shows what a task is about, and nothing else. */
let account: DeskAccount;
let world: World;
let desk: DeskBrowser;
beforeAll(async () => {
  account = await aDeskAccount('lead');
  world = await openWorld({ env: account.env });
  desk = await DeskBrowser.open(world.supportUrl);
  await desk.signIn(account);
}, 400_000);
afterAll(async () => {
  await desk?.close();
  await world?.close();
}, 60_000);

const shippingOf = (orderId: string) =>
  world.db.shippingOrder.findMany({ where: { order: { orderId } }, orderBy: { createdAt: 'asc' } });
const becomes = (orderId: string, states: readonly string[]) =>
  eventually(async () => expect((await shippingOf(orderId)).map(({ state }) => state)).toEqual(states), SOON);
const failures = (state: 'open' | 'discarded' | 'resolved', count: number) =>
  eventually(async () => expect(await world.db.deadLetter.count({ where: { state } })).toBe(count), SOON);
const stockOf = async (shop: 'near' | 'far', pieces: number) => {
  const { store, variantId } = world.shops[shop];
  await store.changeStock(variantId, LOCATION_ID, pieces).done;
};

const oneCase = (size = 1) =>
  eventually(async () => {
    const open = await world.db.supportCase.findMany({ where: { closedAt: null } });
    expect(open).toMatchObject([{ size }]);
  }, SOON);

/** Orders that their shop refused, which the desk has one case of. */
async function refusedOrders(count: number): Promise<string[]> {
  world.shops.near.store.faults.add({ endpoint: 'POST /orders', times: count, fault: REFUSED });
  const orderIds = await Promise.all(Array.from({ length: count }, () => sellOne(world)));
  await failures('open', count);
  await oneCase(count);
  return orderIds;
}

async function oneRefused(): Promise<string> {
  const [orderId = ''] = await refusedOrders(1);
  return orderId;
}

/** An order that has left, and whose tracking the selling store refused. */
async function untoldOrder(): Promise<string> {
  const { near, selling } = world.shops;
  const orderId = await sellOne(world);
  await becomes(orderId, ['placed']);
  const [placed] = await shippingOf(orderId);
  selling.store.faults.add({
    endpoint: 'PUT /orders/{order_id}/tracking',
    times: 1,
    fault: { kind: 'status', status: 400 },
  });
  await near.store.ship(placed?.storeOrderId ?? '').done;
  await failures('open', 1);
  await oneCase();
  return orderId;
}

const isTold = (orderId: string) =>
  eventually(() => {
    const { notifications } = world.shops.selling.store;
    expect(notifications.filter((one) => one.orderId === orderId)).toHaveLength(1);
  }, SOON);

const pageOf = async (orderId: string) =>
  `/orders/${(await world.db.sellerOrder.findFirstOrThrow({ where: { orderId } })).id}`;

beforeEach(async () => {
  for (const { store } of Object.values(world.shops)) store.faults.clear();
  await stockOf('near', 40);
  await stockOf('far', 40);
  await world.db.deadLetter.deleteMany();
  await world.db.supportCase.updateMany({ data: { closedAt: new Date() } });
}, 60_000);

describe.each<[Way]>([['mouse'], ['keyboard']])('an agent’s tasks, by %s', (way) => {
  let hand: DeskHand;
  beforeEach(() => {
    hand = new DeskHand(desk.page, way);
  });

  it('replays what failed: 4 from the first page', async () => {
    const orderId = await untoldOrder();
    await hand.begin('/');
    await hand.link(/./, desk.page.locator('#cases li'));
    await desk.picture('case-untold');
    await hand.press(desk.page.locator('#main a[href^="/dead-letters/"]').first());
    await hand.link('Replay');
    await hand.button('Replay');
    await isTold(orderId);
    expect(hand.count).toBeLessThanOrEqual(4);
  }, 60_000);

  it('replays a group: 3 from the first page', async () => {
    const orderIds = await refusedOrders(3);
    await hand.begin('/');
    await hand.link(/./, desk.page.locator('#cases li'));
    await hand.button('See what a replay of these 3 would do');
    await hand.button('Replay 3');
    for (const orderId of orderIds) await becomes(orderId, ['placed']);
    expect(hand.count).toBeLessThanOrEqual(3);
  }, 60_000);

  it('gives a refused order to another shop: 4 from the first page', async () => {
    const orderId = await oneRefused();
    await hand.begin('/');
    await hand.link(orderId, desk.page.locator('#refused'));
    await hand.link('Give it to another shop');
    await hand.button('Give it to another shop');
    await becomes(orderId, ['refused', 'placed']);
    expect(hand.count).toBeLessThanOrEqual(4);
  }, 60_000);

  it('places a refused order again: 2 from the order', async () => {
    const orderId = await oneRefused();
    await hand.begin(await pageOf(orderId));
    await hand.link('Place it again');
    await hand.button('Place it again');
    await becomes(orderId, ['placed']);
    expect(hand.count).toBeLessThanOrEqual(2);
  }, 60_000);

  it('delivers tracking again: 2 from the order', async () => {
    const orderId = await untoldOrder();
    await hand.begin(await pageOf(orderId));
    await desk.picture('untold-order');
    await hand.link(/again/);
    await hand.button(/again/);
    await isTold(orderId);
    expect(hand.count).toBeLessThanOrEqual(2);
  }, 60_000);

  it('discards a failed message, 4 from the first page, and restores it, 2 more', async () => {
    await untoldOrder();
    await hand.begin('/');
    await hand.link(/./, desk.page.locator('#cases li'));
    await hand.press(desk.page.locator('#main a[href^="/dead-letters/"]').first());
    await hand.link('Discard');
    await hand.type(desk.page.getByRole('textbox', { name: /^Why/ }), 'looked into');
    await hand.button('Discard');
    await failures('discarded', 1);
    expect(hand.count).toBeLessThanOrEqual(4);
    await hand.link('Restore');
    await hand.button('Restore');
    await failures('open', 1);
    expect(hand.count).toBeLessThanOrEqual(6);
  }, 60_000);

  it('resumes the calls to a store that was suspended: 3 from the first page', async () => {
    const { near } = world.shops;
    near.store.faults.add({ endpoint: 'POST /orders', fault: { kind: 'status', status: 401 } });
    const orderId = await sellOne(world);
    await eventually(async () => expect(await world.db.callHold.count()).toBe(1), SOON);
    near.store.faults.clear();
    await hand.begin('/');
    await hand.link('near', desk.page.locator('#calls-held'));
    await desk.picture('shop-held');
    await hand.link(/Resume calls/);
    await hand.button('Resume calls');
    await becomes(orderId, ['placed']);
    expect(hand.count).toBeLessThanOrEqual(3);
  }, 60_000);

  it('takes an alert, 2 from Alerts', async () => {
    const orderId = await oneRefused();
    const ofTheOrder = desk.page.locator('#main tr').filter({ hasText: orderId });
    await hand.begin('/alerts');
    await hand.press(ofTheOrder.locator('a[href^="/alerts/"]').first());
    await hand.button('Take it');
    await desk.page.getByText('taken by lead:ada').waitFor();
    expect(hand.count).toBeLessThanOrEqual(2);
  }, 60_000);

  it('corrects a refused address: 3 from the order', async () => {
    const orderId = await oneRefused();
    await hand.begin(await pageOf(orderId));
    await hand.link('Correct the address');
    await hand.button('Show the current address');
    const city = desk.page.getByRole('textbox', { name: /^City/ });
    await city.waitFor();
    await city.clear();
    await hand.type(city, 'Malmö');
    await hand.button('Save the corrected address');
    await becomes(orderId, ['refused', 'placed']);
    const [, placed] = await shippingOf(orderId);
    expect(placed?.payload).toMatchObject({ ship_to: { city: 'Malmö' } });
    expect(hand.count).toBeLessThanOrEqual(3);
  }, 60_000);

  it('closes a line that no shop can ship: 3 from the first page', async () => {
    await stockOf('near', 0);
    await stockOf('far', 0);
    const orderId = await sellOne(world);
    const lines = () => world.db.orderLine.findMany({ where: { order: { orderId } } });
    await eventually(async () => expect(await lines()).toMatchObject([{ state: 'waiting' }]), SOON);
    await hand.begin('/');
    await hand.link(orderId, desk.page.locator('#waiting'));
    await desk.picture('order-waits');
    await hand.link(/Close/);
    await hand.button(/Close/);
    await eventually(async () => expect(await lines()).toMatchObject([{ state: 'unfulfillable' }]), SOON);
    expect(hand.count).toBeLessThanOrEqual(3);
  }, 60_000);

  it('comes to the editor of an event that cannot be read: 2 from the first page', async () => {
    const queue = eventQueue('order.created').name;
    await putIntoQueue(world.env['AMQP_URL'] ?? '', {
      queue,
      bytes: Buffer.from('{"order_id": 7'),
      headers: { 'x-shop-id': world.shops.selling.id },
    });
    await failures('open', 1);
    await oneCase();
    await hand.begin('/');
    await hand.link(/./, desk.page.locator('#cases li'));
    await desk.picture('case-unreadable');
    await hand.button('Edit');
    await desk.page.getByRole('textbox', { name: 'What a replay sends' }).waitFor();
    expect(hand.count).toBeLessThanOrEqual(2);
  }, 60_000);

  it('shows the customer of an order: 1 from the order', async () => {
    const orderId = await sellOne(world);
    await becomes(orderId, ['placed']);
    await hand.begin(await pageOf(orderId));
    await hand.button(/[Cc]ustomer/);
    await desk.page.getByText('Nyhavn 17').first().waitFor();
    expect(hand.count).toBeLessThanOrEqual(1);
  }, 60_000);
});
