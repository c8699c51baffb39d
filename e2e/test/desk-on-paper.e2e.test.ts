import { eventually } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aDeskAccount, type DeskAccount, type DeskBrowser } from './support/desk-browser';
import { openWorld, sellOne, type World } from './support/open-world';
import { signedInAtDesk } from './support/signed-in-at-desk';

const SOON = { timeoutMs: 30_000, everyMs: 100 };

let account: DeskAccount;
let world: World;
beforeAll(async () => {
  account = await aDeskAccount('lead');
  world = await openWorld({ together: true, env: account.env });
}, 400_000);
afterAll(() => world?.close(), 60_000);

const atTheDesk = (work: (desk: DeskBrowser) => Promise<void>) => signedInAtDesk({ world, account }, work);

/** The desk's own id of an order that its shop has. */
async function aPlacedOrder(): Promise<string> {
  const orderId = await sellOne(world);
  const { order } = await eventually(
    () =>
      world.db.shippingOrder.findFirstOrThrow({
        where: { state: 'placed', order: { orderId } },
        include: { order: true },
      }),
    SOON,
  );
  return order.id;
}

/** How many there are to be seen. */
const seen = (page: Page, selector: string) => page.locator(selector).filter({ visible: true }).count();

/** What of a page only a screen has use for, how many things are folded away, and how many texts are cut. */
async function onlyForScreens(page: Page) {
  const folded = page.locator('#main details > :not(summary, form, button)');
  return {
    navigation: await seen(page, 'nav'),
    buttons: await seen(page, 'button, .button, input, select'),
    cut: await page
      .locator('#main pre')
      .evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight + 1).length),
    folded: (await folded.count()) - (await folded.filter({ visible: true }).count()),
  };
}

describe('a page on paper', () => {
  it('of an order has everything that is folded away on the screen, and no buttons', async () => {
    const id = await aPlacedOrder();
    await atTheDesk(async (desk) => {
      const { page } = desk;
      await page.goto(`/orders/${id}`);
      const onScreen = await onlyForScreens(page);
      expect(onScreen.navigation).not.toBe(0);
      expect(onScreen.folded).not.toBe(0);
      await page.emulateMedia({ media: 'print' });
      expect(await onlyForScreens(page)).toEqual({ navigation: 0, buttons: 0, folded: 0, cut: 0 });
      await desk.picture('order-on-paper');
    });
  }, 60_000);

  it('of the audit has every action with who took it, and no buttons', async () => {
    await atTheDesk(async (desk) => {
      const { page } = desk;
      // Given an action: the catalogue of a shop is read on request of the desk.
      const before = await world.db.catalogueRun.count({ where: { state: 'accepted' } });
      await page.goto('/shops/near');
      await page.getByRole('link', { name: 'All readings, and have it read now' }).click();
      await page.getByRole('button', { name: 'Read it now' }).click();
      await page.getByText(/Its catalogue (is being read|was read and accepted)\./).waitFor();
      await eventually(async () => {
        const done = await world.db.catalogueRun.count({ where: { state: 'accepted' } });
        expect(done).toBe(before + 1);
      }, SOON);
      await page.goto('/audit');
      const rows = await seen(page, '#main tbody tr');
      expect((await onlyForScreens(page)).buttons).not.toBe(0);
      await page.emulateMedia({ media: 'print' });
      expect(await onlyForScreens(page)).toMatchObject({ navigation: 0, buttons: 0 });
      expect(await seen(page, '#main tbody tr')).toBe(rows);
      const entry = page
        .locator('#main tbody tr')
        .filter({ hasText: 'lead:ada' })
        .filter({ hasText: 'near' });
      await entry.first().waitFor();
      await desk.picture('audit-on-paper');
    });
  }, 60_000);
});
