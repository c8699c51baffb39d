import { freePort } from '@hub/cli';
import { eventually } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { atTheDoor } from './support/at-the-door';
import { aDeskAccount, DeskBrowser, type DeskAccount } from './support/desk-browser';
import { DeskHand, type Way } from './support/desk-hand';
import {
  aMorning,
  anUnreadableEvent,
  caseOf,
  failedMessageOf,
  refusedOrders,
  TOO_MANY,
  ordersWithUnsentTracking,
  type Morning,
} from './support/desk-morning';
import { openWorld, sellOne, sellPieces, type World } from './support/open-world';

const SOON = { timeoutMs: 30_000, everyMs: 100 };
const WAYS: [Way, number][] = [
  ['mouse', 400],
  ['keyboard', 404],
];

/** In a separate world: its first page has room for what the tasks are about. */
let account: DeskAccount;
let world: World;
let desk: DeskBrowser;
beforeAll(async () => {
  account = await aDeskAccount('lead');
  const door = { DOOR_URL: `http://127.0.0.1:${await freePort()}` };
  world = await openWorld({ together: true, env: { ...account.env, ...door } });
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
const isReported = (orderId: string) =>
  eventually(() => {
    const { notifications } = world.shops.selling.store;
    expect(notifications.filter((one) => one.orderId === orderId)).toHaveLength(1);
  }, SOON);
const failureIs = (id: string, state: 'open' | 'discarded' | 'resolved') =>
  eventually(
    async () => expect(await world.db.deadLetter.findUnique({ where: { id } })).toMatchObject({ state }),
    SOON,
  );
const pageOf = async (orderId: string) =>
  `/orders/${(await world.db.sellerOrder.findFirstOrThrow({ where: { orderId } })).id}`;

describe.each(WAYS)('an agent’s tasks, by %s', (way, groupStatus) => {
  let morning: Morning;
  let hand: DeskHand;
  beforeAll(async () => {
    morning = await aMorning(world, groupStatus);
  }, 120_000);
  beforeEach(() => {
    hand = new DeskHand(desk.page, way);
  });

  /** On the first page, from where it leads to the case of an order or of a message. */
  const toCaseOf = async (of: Parameters<typeof caseOf>[1]) => {
    const id = await caseOf(world, of);
    await hand.begin('/');
    await hand.press(desk.page.locator(`#attention th a[href="/cases/${id}"]`));
  };
  const toMessageOf = async (orderId: string): Promise<string> => {
    const id = await failedMessageOf(world, orderId);
    await toCaseOf({ orderId });
    await hand.press(desk.page.locator(`#main th a[href="/dead-letters/${id}"]`));
    return id;
  };

  it('replays what failed: 4 from the first page', async () => {
    const orderId = morning.unsentTracking.toReplay;
    await toMessageOf(orderId);
    await hand.link('Replay');
    await hand.button('Replay');
    await isReported(orderId);
    expect(hand.count).toBeLessThanOrEqual(4);
  }, 60_000);

  it('replays a group: 3 from the first page', async () => {
    const [first = ''] = morning.group;
    await Promise.all(morning.group.map((orderId) => caseOf(world, { orderId })));
    await toCaseOf({ orderId: first });
    await hand.button('See what a replay of these 3 messages would do');
    await hand.button('Replay 3');
    for (const orderId of morning.group) await becomes(orderId, ['placed']);
    expect(hand.count).toBeLessThanOrEqual(3);
  }, 60_000);

  it('gives a refused order to another shop: 4 from the first page', async () => {
    const orderId = morning.refused.forAnotherShop;
    await toCaseOf({ orderId });
    await hand.linkOf(orderId, desk.page.locator('#parts'));
    await hand.link('Give it to another shop');
    await hand.button('Give it to another shop');
    await becomes(orderId, ['refused', 'placed']);
    expect(hand.count).toBeLessThanOrEqual(4);
  }, 60_000);

  it('places a refused order again: 2 from the order', async () => {
    const orderId = morning.refused.toPlaceAgain;
    await hand.begin(await pageOf(orderId));
    await hand.link('Place it again');
    await hand.button('Place it again');
    await becomes(orderId, ['placed']);
    expect(hand.count).toBeLessThanOrEqual(2);
  }, 60_000);

  it('delivers tracking again: 2 from the order', async () => {
    const orderId = morning.unsentTracking.toDeliver;
    await hand.begin(await pageOf(orderId));
    await desk.picture('untold-order');
    await hand.link(/again/);
    await hand.button(/again/);
    await isReported(orderId);
    expect(hand.count).toBeLessThanOrEqual(2);
  }, 60_000);

  it('discards a failed message, 4 from the first page, and restores it, 2 more', async () => {
    const id = await toMessageOf(morning.unsentTracking.toDiscard);
    await hand.link('Discard');
    await hand.type(desk.page.getByRole('textbox', { name: /^Why/ }), 'looked into');
    await hand.button('Discard');
    await failureIs(id, 'discarded');
    expect(hand.count).toBeLessThanOrEqual(4);
    await hand.link('Restore');
    await hand.button('Restore');
    await failureIs(id, 'open');
    expect(hand.count).toBeLessThanOrEqual(6);
  }, 60_000);

  it('resumes the calls to a store that was suspended: 3 from the first page', async () => {
    const { near } = world.shops;
    near.store.faults.add({ endpoint: 'POST /orders', fault: { kind: 'status', status: 401 } });
    const orderId = await sellOne(world);
    await eventually(async () => expect(await world.db.callHold.count()).toBe(1), SOON);
    near.store.faults.clear();
    await hand.begin('/');
    await hand.press(
      desk.page.locator('#attention').getByRole('link', { name: 'near', exact: true }).first(),
    );
    await desk.picture('shop-held');
    await hand.link(/Resume calls/);
    await hand.button('Resume calls');
    await becomes(orderId, ['placed']);
    expect(hand.count).toBeLessThanOrEqual(3);
  }, 60_000);

  it('takes an alert: 2 from Alerts', async () => {
    // Others may be taken already, or resolve themselves meanwhile.
    const order = desk.page.getByRole('link', { name: `#${morning.refused.withAnAlert}`, exact: true });
    await hand.begin('/alerts');
    await hand.press(desk.page.locator('#main tr').filter({ has: order }).locator('a[href^="/alerts/"]'));
    await hand.button('Take it');
    await desk.page.getByText('taken by lead:ada').waitFor();
    expect(hand.count).toBeLessThanOrEqual(2);
  }, 60_000);

  it('corrects a refused address: 3 from the order', async () => {
    const orderId = morning.refused.withABadAddress;
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

  it('releases a return that waits: 3 from the first page', async () => {
    const orderId = morning.returned;
    await hand.begin('/');
    await hand.linkOf(orderId, desk.page.locator('#attention'));
    await hand.link('Release the return');
    await hand.button('Release the return');
    const { returns } = world.shops.selling.store;
    await eventually(() => expect(returns.filter((one) => one.orderId === orderId)).toHaveLength(1), SOON);
    expect(hand.count).toBeLessThanOrEqual(3);
  }, 60_000);

  it('closes a line that no shop can ship: 3 from the first page', async () => {
    const orderId = morning.waiting;
    const lines = () => world.db.orderLine.findMany({ where: { order: { orderId } } });
    await hand.begin('/');
    await hand.linkOf(orderId, desk.page.locator('#attention'));
    await desk.picture('order-waits');
    await hand.link(/Close/);
    await hand.button(/Close/);
    await eventually(async () => expect(await lines()).toMatchObject([{ state: 'unfulfillable' }]), SOON);
    expect(hand.count).toBeLessThanOrEqual(3);
  }, 60_000);

  it('comes to the editor of an event that cannot be read: 2 from the first page', async () => {
    const message = morning.unreadable;
    await toCaseOf({ message });
    await desk.picture('case-unreadable');
    await hand.press(desk.page.locator(`#main form[action="/dead-letters/${message}/edit"] button`));
    await desk.page.getByRole('textbox', { name: 'What a replay sends' }).waitFor();
    expect(hand.count).toBeLessThanOrEqual(2);
  }, 60_000);

  it('shows the customer of an order: 1 from the order', async () => {
    await hand.begin(await pageOf(morning.unsentTracking.toDiscard));
    await hand.button(/[Cc]ustomer/);
    await desk.page.getByText('Nyhavn 17').first().waitFor();
    expect(hand.count).toBeLessThanOrEqual(1);
  }, 60_000);
});

describe('a bulk replay with an effect ticked off', () => {
  it('sends the messages with the other effects, and leaves the rest unchanged', async () => {
    const { page } = desk;
    const [unsent, placed] = [
      await ordersWithUnsentTracking(world, 2),
      await refusedOrders(world, { count: 1, status: 422 }),
    ];
    const unreadable = [await anUnreadableEvent(world), await anUnreadableEvent(world)];
    const sent = await Promise.all([...unsent, ...placed].map((orderId) => failedMessageOf(world, orderId)));
    // Given a forecast of the workers for each of five.
    const replayWithout = async (effect: string) => {
      await page.goto('/dead-letters?state=open');
      for (const id of [...sent, ...unreadable])
        await page.locator(`input[name="ids"][value="${id}"]`).check();
      await page.getByRole('button', { name: 'Look at the ticked ones' }).click();
      await page.getByRole('heading', { name: '5 failed messages chosen together' }).waitFor();
      await desk.picture('set-by-effect');
      await page.getByRole('checkbox', { name: effect }).uncheck();
      await page.getByRole('button', { name: 'Replay 5' }).click();
    };
    const latestRun = async () => {
      await page.goto('/dead-letters/runs');
      await page.locator('#main tbody tr').first().getByRole('link').first().click();
    };
    // When those that have an effect are ticked off, then none is sent.
    await replayWithout('has an effect (3 messages of those looked at)');
    await latestRun();
    await page.getByText(/^3 messages not changed/).waitFor();
    await page.getByText(/^2 messages not changed/).waitFor();
    for (const id of sent) await failureIs(id, 'open');
    // When those that would fail again are ticked off,
    await replayWithout('fails again (0 messages of those looked at)');
    // then the stores have what was forecast, and what no worker can forecast was not sent.
    for (const orderId of unsent) await isReported(orderId);
    for (const orderId of placed) await becomes(orderId, ['placed']);
    for (const id of sent) await failureIs(id, 'resolved');
    const left = await world.db.deadLetter.findMany({ where: { id: { in: unreadable } } });
    expect(left.map(({ state, count }) => ({ state, count }))).toEqual([
      { state: 'open', count: 1 },
      { state: 'open', count: 1 },
    ]);
    await latestRun();
    await page.getByText(/^2 messages not changed/).waitFor();
  }, 60_000);
});

describe('a line that is closed as unfulfillable', () => {
  it('D19: its selling shop learns it by the mail of the order’s page, and at its door', async () => {
    const { page } = desk;
    const orderId = await sellPieces(world, TOO_MANY);
    const lineOf = () => world.db.orderLine.findFirstOrThrow({ where: { order: { orderId } } });
    await eventually(async () => expect(await lineOf()).toMatchObject({ state: 'waiting' }), SOON);
    const contacts = { technical: 'ops@selling.example' };
    await world.db.shop.update({ where: { id: world.shops.selling.id }, data: { contacts } });
    await page.goto(await pageOf(orderId));
    await page
      .getByRole('link', { name: /^Close the line/ })
      .first()
      .click();
    await page.getByRole('button', { name: /^Close the line/ }).click();
    const { lineItemId } = await lineOf();
    const learns = page.locator('section[aria-labelledby="closed-lines"]');
    const mail = learns.getByRole('link', { name: 'Write the mail to selling (ops@selling.example)' });
    const [address = '', query] = ((await mail.getAttribute('href')) ?? '').split('?');
    const { subject, body } = Object.fromEntries(new URLSearchParams(query));
    expect(address).toBe('mailto:ops@selling.example');
    expect(subject).toContain(orderId);
    expect(body).toContain(`line ${lineItemId}`);
    await learns.getByText('The text of the mail').click();
    await learns.getByText(`${TOO_MANY} × `).waitFor();
    expect(await desk.findings()).toEqual([]);
    await desk.picture('closed-line');
    await atTheDoor({ world, shop: 'selling' }, async (door) => {
      await door.page.getByRole('link', { name: 'Not fulfilled' }).click();
      const row = door.page.locator('#main tbody tr').filter({ hasText: lineItemId });
      await row.getByText(orderId).first().waitFor();
      await row.getByText(`${TOO_MANY}`, { exact: true }).waitFor();
      expect([await door.findings(), await door.overhang()]).toEqual([[], 0]);
      await door.picture('door-closed-line');
    });
  }, 60_000);
});
