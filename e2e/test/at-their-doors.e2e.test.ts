import { freePort } from '@hub/cli';
import { eventually } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { atTheDoor } from './support/at-the-door';
import { aDeskAccount, type DeskAccount } from './support/desk-browser';
import { openWorld, sellOne, sellPieces, type World } from './support/open-world';
import { signedInAtDesk } from './support/signed-in-at-desk';

const SOON = { timeoutMs: 30_000, everyMs: 100 };
const DAY_MS = 86_400_000;

let account: DeskAccount;
let world: World;
beforeAll(async () => {
  account = await aDeskAccount('agent');
  const door = { DOOR_URL: `http://127.0.0.1:${await freePort()}` };
  world = await openWorld({ together: true, env: { ...account.env, ...door } });
}, 400_000);
afterAll(() => world?.close(), 60_000);

/** The shipping order of an order, once its shop has it. */
const placed = (orderId: string) =>
  eventually(async () => {
    const order = await world.db.shippingOrder.findFirstOrThrow({
      where: { order: { orderId }, state: 'placed' },
    });
    const { slug } = await world.db.shop.findUniqueOrThrow({ where: { id: order.shopId } });
    return { slug, reference: order.externalRef, storeOrderId: order.storeOrderId ?? '' };
  }, SOON);

describe('a shop that closes for a weekend by its door (D38)', () => {
  it('gets no new order while it is paused, keeps what it has, and gets orders again when it ends the pause', async () => {
    const before = await placed(await sellOne(world));
    expect(before.slug).toBe('near');
    await atTheDoor({ world, shop: 'near' }, async ({ page }) => {
      await page.goto('/store');
      await page.getByLabel('Until (UTC').fill(new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 16));
      await page.getByLabel('Reason, for the operator').fill('closed for the weekend');
      await page.getByRole('button', { name: 'Pause shipping' }).click();
      await page.getByText('closed for the weekend (your own pause)').waitFor();
      await page.goto('/orders');
      await page.getByText(before.reference).waitFor();
    });
    await signedInAtDesk({ world, account }, async ({ page }) => {
      await page.goto('/shops/near');
      await page.getByText('closed for the weekend').first().waitFor();
    });
    expect((await placed(await sellOne(world))).slug).toBe('far');

    await atTheDoor({ world, shop: 'near' }, async ({ page }) => {
      await page.goto('/store');
      await page.getByRole('button', { name: 'End your pause' }).click();
      await page.getByRole('button', { name: 'End your pause' }).waitFor({ state: 'detached' });
    });
    expect((await placed(await sellOne(world))).slug).toBe('near');
  }, 180_000);
});

describe('a seller that watches its orders at its door (D35)', () => {
  it('sees each line from the sale to the parcel, and never which shop ships it', async () => {
    const orderId = await sellOne(world);
    const { storeOrderId } = await placed(orderId);
    await atTheDoor({ world, shop: 'selling' }, async ({ page }) => {
      const look = () => page.goto(`/sold?order_id=${encodeURIComponent(orderId)}`);
      await look();
      await page.getByText('to be shipped').waitFor();
      await world.shops.near.store.ship(storeOrderId).done;
      const parcel = await eventually(
        () => world.db.package.findFirstOrThrow({ where: { shippingOrder: { storeOrderId } } }),
        SOON,
      );
      await look();
      await page.getByText(parcel.trackingNumber).waitFor();
      const text = await page.locator('main').innerText();
      expect(text).toContain('shipped');
      // The number itself is its carrier's own text.
      expect(text.replace(parcel.trackingNumber, '')).not.toMatch(/near|far/i);
    });
  }, 120_000);
});

describe('a tracking number that was wrong (D11)', () => {
  it('is corrected by its shop at its door, and the selling shop notifies its customer of the right one', async () => {
    const { near, selling } = world.shops;
    const orderId = await sellPieces(world, 2);
    const { reference, storeOrderId } = await placed(orderId);
    const [line] = near.store.order(storeOrderId).lines;
    await near.store.ship(storeOrderId, { lines: [{ line: line?.lineId ?? '', quantity: 1 }] }).done;
    await selling.store.until(() => notified(orderId).length === 1);

    await atTheDoor({ world, shop: 'near' }, async ({ page }) => {
      await page.goto(`/orders/${reference}`);
      await page.getByText('Correct the tracking').first().click();
      await page.getByLabel('Carrier').fill('PostNord');
      await page.getByLabel('Tracking number').fill('RIGHT-1');
      await page.getByRole('button', { name: 'Correct the tracking' }).click();
      await page.getByText('Corrected to PostNord RIGHT-1').waitFor();
    });
    await selling.store.until(() => notified(orderId).length === 2);
    expect(notified(orderId).at(-1)).toBe('RIGHT-1');
    await signedInAtDesk({ world, account }, async ({ page }) => {
      await page.goto(`/orders?q=${encodeURIComponent('RIGHT-1')}`);
      await page.getByText('RIGHT-1').first().waitFor();
    });
  }, 120_000);

  const notified = (orderId: string) =>
    world.shops.selling.store.notifications
      .filter((one) => one.orderId === orderId)
      .map(({ trackingNumber }) => trackingNumber);
});
