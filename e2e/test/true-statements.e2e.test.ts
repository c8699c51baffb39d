import { freePort } from '@hub/cli';
import { eventually } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { atTheDoor } from './support/at-the-door';
import { aDeskAccount, type DeskAccount, type DeskBrowser } from './support/desk-browser';
import { caseOf, ordersWithUnsentTracking } from './support/desk-morning';
import { openWorld, sellOne, type World } from './support/open-world';
import { signedInAtDesk } from './support/signed-in-at-desk';

const SOON = { timeoutMs: 30_000, everyMs: 200 };
/** Longer than calls to a store are paused before one is tried. */
const AFTER_A_PAUSE = { timeoutMs: 90_000, everyMs: 500 };
const FAILED = 3;

let account: DeskAccount;
let world: World;
beforeAll(async () => {
  account = await aDeskAccount('lead');
  const door = { DOOR_URL: `http://127.0.0.1:${await freePort()}` };
  world = await openWorld({ together: true, env: { ...account.env, ...door } });
}, 400_000);
afterAll(() => world?.close(), 60_000);

const atTheDesk = (work: (desk: DeskBrowser) => Promise<void>) => signedInAtDesk({ world, account }, work);
const reported = () => world.shops.selling.store.notifications.map(({ orderId }) => orderId);

/** How many messages of a set are in a state, on its page. */
async function countOf(page: Page, state: string): Promise<number> {
  const count = page.locator('dl[aria-label="Status"] > div').filter({ hasText: state }).locator('dd');
  return (await count.count()) === 0 ? 0 : Number(await count.first().textContent());
}

describe('the desk and the door state what is recorded', () => {
  it('D23: a replay to a store that cuts every connection failed again; one that the store took went through', async () => {
    const orderIds = await ordersWithUnsentTracking(world, FAILED);
    const [caseId] = await Promise.all(orderIds.map((orderId) => caseOf(world, { orderId })));
    const { faults } = world.shops.selling.store;
    const repair = faults.add({
      endpoint: 'PUT /orders/{order_id}/tracking',
      fault: { kind: 'drop', when: 'before' },
    });
    await atTheDesk(async ({ page }) => {
      const replay = async () => {
        await page.goto(`/cases/${caseId}`);
        await page
          .getByRole('button', { name: `See what a replay of these ${FAILED} messages would do` })
          .click();
        await page.getByRole('button', { name: `Replay ${FAILED}` }).click();
      };
      await replay();
      await eventually(async () => expect(await countOf(page, 'failed again')).toBe(FAILED), AFTER_A_PAUSE);
      expect([await countOf(page, 'went through'), reported()]).toEqual([0, []]);
      repair();
      await replay();
      await eventually(async () => expect(await countOf(page, 'went through')).toBe(FAILED), AFTER_A_PAUSE);
      expect(reported().toSorted()).toEqual(orderIds.toSorted());
      // A text of what only began does not stay beside the end.
      expect(await page.locator('#main').textContent()).not.toMatch(/sent automatically/);
    });
  }, 240_000);

  it('D11: the timeline of an order follows its causes: accepted, routed, sent, taken', async () => {
    const orderId = await sellOne(world);
    const { sellerOrderId } = await eventually(
      () => world.db.shippingOrder.findFirstOrThrow({ where: { order: { orderId }, state: 'placed' } }),
      SOON,
    );
    await atTheDesk(async ({ page }) => {
      await page.goto(`/orders/${sellerOrderId}`);
      await page.getByText(/^Waiting for near to ship, accepted/).waitFor();
      const timeline = (await page.locator('.timeline > li').allTextContents()).join('\n');
      const places = ['was accepted', 'Routing decided', 'was sent to near', 'near took it'].map((text) =>
        timeline.indexOf(text),
      );
      expect(places).not.toContain(-1);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    });
  }, 90_000);

  it('D29: the search by a customer’s name says that names are not searched, and offers the e-mail address', async () => {
    await atTheDesk(async ({ page }) => {
      await page.goto('/');
      await page.getByRole('searchbox', { name: 'Find an order' }).fill('Astrid Holm');
      await page.keyboard.press('Enter');
      await page.getByText("Customers' names and addresses are not searched").waitFor();
      expect(await page.getByRole('link', { name: "customer's e-mail address" }).isVisible()).toBe(true);
    });
  }, 60_000);

  it('D35: a new token is tested as it is saved, its refusal is shown, and it can be taken back', async () => {
    await atTheDoor({ world, shop: 'near' }, async ({ page }) => {
      await page.goto('/store');
      await page.getByRole('textbox', { name: 'New bearer token' }).fill('not-the-token-of-near');
      await page.getByRole('button', { name: 'Set beside the old' }).click();
      await page.getByText('Token saved. Test: refused (401).').waitFor();
      await page.getByRole('button', { name: 'Take the token back…' }).click();
      await page.getByRole('button', { name: 'Take the token back', exact: true }).click();
      await page.getByText(/Test: accepted \(200\)/).waitFor();
      const carried = page.getByText('Calls to your store carry the token of the environment sheet.');
      expect(await carried.isVisible()).toBe(true);
    });
  }, 90_000);
});
