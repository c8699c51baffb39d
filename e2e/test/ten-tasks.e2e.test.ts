import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@hub/cli';
import { eventually } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LOCATION_ID } from './support/a-catalogue';
import { aDeskAccount, DeskBrowser, type DeskAccount } from './support/desk-browser';
import { DeskHand } from './support/desk-hand';
import { ordersWithUnsentTracking } from './support/desk-morning';
import { openWorld, sellOne, type World } from './support/open-world';

const SOON = { timeoutMs: 60_000, everyMs: 100 };
const DAY_MS = 86_400_000;
const FAILED = 30;
const PAGE = join(__dirname, '..', '..', 'docs', 'runbooks', 'frequent-tasks.md');

let account: DeskAccount;
let world: World;
let desk: DeskBrowser;
let hand: DeskHand;
beforeAll(async () => {
  account = await aDeskAccount('lead');
  const door = { DOOR_URL: `http://127.0.0.1:${await freePort()}` };
  world = await openWorld({ together: true, env: { ...account.env, ...door } });
  const { near } = world.shops;
  await near.store.changeStock(near.variantId, LOCATION_ID, 90).done;
  desk = await DeskBrowser.open(world.supportUrl);
  await desk.signIn(account);
}, 400_000);
afterAll(async () => {
  await desk?.close();
  await world?.close();
}, 60_000);
beforeEach(() => {
  hand = new DeskHand(desk.page, 'mouse');
});

/** The clicks of a task, as the agents' page promises them. */
function clicksOf(task: string): number {
  const row = readFileSync(PAGE, 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`| ${task} `));
  return Number(row?.split('|').at(-2));
}

const shippingOf = (orderId: string, state: 'placed' | 'disputed') =>
  eventually(() => world.db.shippingOrder.findFirstOrThrow({ where: { order: { orderId }, state } }), SOON);
const main = () => desk.page.locator('#main');
/** How many of the orders a sweep has put into an open case. */
async function inACase(orderIds: readonly string[]): Promise<number> {
  const orders = await world.db.sellerOrder.findMany({ where: { orderId: { in: [...orderIds] } } });
  const ids = orders.map(({ id }) => id);
  return world.db.supportCaseItem.count({
    where: { sellerOrderId: { in: ids }, endedAt: null, case: { closedAt: null } },
  });
}

const menu = (name: string) => desk.page.getByRole('navigation').getByRole('link', { name, exact: true });
const says = (text: string | RegExp) => main().getByText(text).first().waitFor();

/** From the first page, by the search in the header of every page. */
async function search(text: string): Promise<void> {
  await hand.begin('/');
  await hand.type(desk.page.getByRole('searchbox', { name: 'Find an order' }), text);
  hand.count += 1;
  await desk.page.keyboard.press('Enter');
}

describe('ten frequent tasks take the clicks that the agents’ page promises', () => {
  it('where is my order; why that shop; was the return registered; what do we owe and why', async () => {
    const { near, selling } = world.shops;
    const orderId = await sellOne(world);
    const { storeOrderId, sellerOrderId } = await shippingOf(orderId, 'placed');
    await near.store.ship(storeOrderId ?? '').done;
    await near.store.returnGoods(storeOrderId ?? '').done;
    await eventually(() => expect(selling.store.returns).toHaveLength(1), SOON);

    await search(orderId);
    await desk.page.waitForURL(`**/orders/${sellerOrderId}`);
    await says(/: Shipped by near, reported/);
    expect(hand.count).toBe(clicksOf('Where is my order?'));
    await says(/Returned, and registered at selling/);
    expect(hand.count).toBe(clicksOf('Was the return registered?'));
    await hand.press(main().getByText('Why: candidates and who was ruled out'));
    await says(/near \(chosen\)/);
    expect(hand.count).toBe(clicksOf('Why that shop?'));

    await hand.begin('/');
    await hand.press(menu('Money'));
    await hand.link('near');
    await says(/to receive/);
    await hand.link('calculation');
    await says(/x split rate 0\.7 = payout/);
    expect(hand.count).toBe(clicksOf('What do we owe a shop, and why this amount?'));
  }, 120_000);

  it('a wrong address on a placed order', async () => {
    const orderId = await sellOne(world);
    await shippingOf(orderId, 'placed');
    await search(orderId);
    await says('If the address is wrong');
    const mail = main().getByRole('link', { name: 'Write to near (technical@near.example)' });
    expect(decodeURIComponent((await mail.getAttribute('href')) ?? '')).toContain('is wrong');
    expect(hand.count + 1).toBe(clicksOf('A placed order has a wrong address'));
  }, 60_000);

  it('the shop has no such order', async () => {
    const { near } = world.shops;
    const fault = { kind: 'status', status: 409 } as const;
    near.store.faults.add({ endpoint: 'POST /orders', times: 1, fault });
    const orderId = await sellOne(world);
    const { externalRef } = await shippingOf(orderId, 'disputed');
    await search(externalRef);
    await hand.link('near does not have it');
    await hand.type(main().getByLabel(/^Who at near said so/), 'the warehouse, by phone');
    await hand.button('near does not have it');
    await shippingOf(orderId, 'placed');
    expect(hand.count).toBe(clicksOf('The shop says that it has no such order'));
  }, 60_000);

  it('what comes first; replay 30 of one cause', async () => {
    const orderIds = await ordersWithUnsentTracking(world, FAILED);
    await eventually(async () => expect(await inACase(orderIds)).toBe(FAILED), SOON);
    await hand.begin('/');
    const first = main().locator('tbody tr').first();
    await first.getByText('selling is not notified of parcels').waitFor();
    expect(hand.count).toBe(clicksOf('What comes first?'));
    await hand.press(first.getByRole('link', { name: 'selling is not notified of parcels' }));
    await hand.button(`See what a replay of these ${FAILED} messages would do`);
    await hand.button(`Replay ${FAILED}`);
    await eventually(() => {
      const { notifications } = world.shops.selling.store;
      const reported = new Set(notifications.map((one) => one.orderId));
      expect(orderIds.filter((id) => !reported.has(id))).toEqual([]);
    }, SOON);
    expect(hand.count).toBe(clicksOf('Replay 30 failed messages of one cause'));
  }, 180_000);

  it('the token of a shop expired', async () => {
    const { near } = world.shops;
    near.store.faults.add({ endpoint: 'POST /orders', fault: { kind: 'status', status: 401 } });
    await sellOne(world);
    await eventually(async () => expect(await world.db.callHold.count()).toBe(1), SOON);
    await hand.begin('/');
    await hand.press(main().getByRole('link', { name: 'near', exact: true }).first());
    await says(/ask the shop to enter a new token at its door/);
    const mail = main().getByRole('link', { name: 'Write to near (technical@near.example)' });
    expect(decodeURIComponent((await mail.getAttribute('href')) ?? '')).toContain('enter it at our door');
    expect(hand.count + 1).toBe(clicksOf('The token of a shop expired'));
  }, 60_000);

  it('a shop stops over the weekend', async () => {
    const monday = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 16);
    await hand.begin('/');
    await hand.press(menu('Shops'));
    await hand.link('far');
    await hand.link('Pause shipping');
    await hand.type(main().getByLabel(/^Until/), monday);
    await hand.type(main().getByLabel(/^Reason/), 'stock-taking');
    await hand.button('Pause shipping');
    await says('Shipping is paused');
    expect(hand.count).toBe(clicksOf('A shop stops over the weekend'));
  }, 60_000);
});
