import { eventually } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aDeskAccount, DeskBrowser, type DeskAccount, type Look } from './support/desk-browser';
import { openWorld, sellOne, type World } from './support/open-world';

const SOON = { timeoutMs: 30_000, everyMs: 100 };

let account: DeskAccount;
let world: World;
beforeAll(async () => {
  account = await aDeskAccount('lead');
  world = await openWorld({ env: account.env });
}, 400_000);
afterAll(async () => {
  await world?.close();
}, 60_000);

/** An order that has left, and whose tracking the selling store refused: a dead letter and an alert. */
async function anOrderWhoseTrackingFailed(): Promise<string> {
  const { near, selling } = world.shops;
  const orderId = await sellOne(world);
  const placed = await eventually(async () => {
    const [order] = await world.db.shippingOrder.findMany({ where: { order: { orderId }, state: 'placed' } });
    if (!order?.storeOrderId) throw new Error('not placed yet');
    return order.storeOrderId;
  }, SOON);
  selling.store.faults.add({
    endpoint: 'PUT /orders/{order_id}/tracking',
    times: 1,
    fault: { kind: 'status', status: 400 },
  });
  await near.store.ship(placed).done;
  await eventually(
    async () => expect(await world.db.deadLetter.count({ where: { state: 'open' } })).toBe(1),
    SOON,
  );
  return orderId;
}

/** Does something at the desk with a browser of its own, which must have nothing to complain of. */
async function atTheDesk(work: (desk: DeskBrowser) => Promise<void>, look?: Look): Promise<void> {
  const desk = await DeskBrowser.open(world.supportUrl, look);
  try {
    await desk.signIn(account);
    await work(desk);
    expect(desk.complaints).toEqual([]);
  } finally {
    await desk.close();
  }
}

describe('the support desk in a browser', () => {
  it('finds the order that failed, tells why, replays it and shows it go through', async () => {
    const orderId = await anOrderWhoseTrackingFailed();
    await atTheDesk(async (desk) => {
      const { page } = desk;
      // Given an agent who is asked about an order.
      await page.goto('/');
      await desk.picture('attention');
      await page.keyboard.press('/');
      await page.keyboard.type(orderId);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: /^Order / }).waitFor();
      await desk.picture('order-failed');
      // When she follows what failed, reads what a replay would do, and does it.
      await page.locator('#main a[href^="/dead-letters/"]').first().click();
      await page.getByRole('heading', { name: 'What a replay would do now' }).waitFor();
      await desk.picture('dead-letter');
      await page.getByRole('link', { name: 'Replay' }).click();
      await page.getByRole('button', { name: 'Replay' }).click();
      // Then the page shows by itself that it went through, and the order that its customer was told.
      await page.getByText(/It went through/).waitFor();
    });
    const { notifications } = world.shops.selling.store;
    expect(notifications.filter((one) => one.orderId === orderId)).toHaveLength(1);
    await eventually(
      async () =>
        expect(await world.db.alert.count({ where: { kind: 'tracking_failed', state: 'open' } })).toBe(0),
      SOON,
    );
  }, 120_000);
});

describe('the pages of the support desk, with something to mend', () => {
  beforeAll(async () => {
    await anOrderWhoseTrackingFailed();
  }, 120_000);

  it.each<[string, Look]>([
    ['by day', { colorScheme: 'light' }],
    ['by night', { colorScheme: 'dark' }],
    ['by day on a phone', { colorScheme: 'light', width: 360 }],
    ['by night on a phone', { colorScheme: 'dark', width: 360 }],
  ])(
    '%s: an accessibility checker finds nothing, and nobody scrolls sideways',
    async (name, look) => {
      const pages = [
        '/',
        '/dead-letters',
        '/dead-letters/causes',
        '/alerts',
        '/orders',
        '/shops',
        '/audit',
        ...(await aPageOfEach()),
      ];
      await atTheDesk(async (desk) => {
        const seen: Record<string, unknown> = {};
        for (const path of pages) {
          await desk.page.goto(path);
          await desk.picture(`${name} ${path}`.replaceAll(/[^a-z0-9]+/gi, '-'));
          seen[path] = { findings: await desk.findings(), overhang: await desk.overhang() };
        }
        expect(seen).toEqual(Object.fromEntries(pages.map((path) => [path, { findings: [], overhang: 0 }])));
      }, look);
    },
    120_000,
  );
});

/** A dead letter, the question before its replay, an alert, an order and a shop. */
async function aPageOfEach(): Promise<string[]> {
  const { db } = world;
  const [letter, alert, order] = await Promise.all([
    db.deadLetter.findFirstOrThrow({ where: { state: 'open' }, select: { id: true } }),
    db.alert.findFirstOrThrow({ where: { state: 'open' }, select: { id: true } }),
    db.sellerOrder.findFirstOrThrow({ orderBy: { receivedAt: 'desc' }, select: { id: true } }),
  ]);
  return [
    `/dead-letters/${letter.id}`,
    `/dead-letters/${letter.id}/replay`,
    `/alerts/${alert.id}`,
    `/orders/${order.id}`,
    '/shops/near',
  ];
}
