import { eventually, patience } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signedInAtDesk } from './support/signed-in-at-desk';
import { aDeskAccount, type DeskBrowser, type DeskAccount } from './support/desk-browser';
import { openWorld, sellOne, type World } from './support/open-world';
import { Webhook } from './support/webhook';

const SOON = { timeoutMs: 30_000, everyMs: 100 };

/** In a separate world: nothing else may fail, or it would be a case too. */
let account: DeskAccount;
let webhook: Webhook;
let world: World;
beforeAll(async () => {
  account = await aDeskAccount('lead');
  webhook = await Webhook.open();
  world = await openWorld({ together: true, env: { ...account.env, ALERT_WEBHOOK_URL: webhook.url } });
}, 400_000);
afterAll(async () => {
  await world?.close();
  await webhook?.close();
}, 60_000);

const atTheDesk = (work: (desk: DeskBrowser) => Promise<void>) => signedInAtDesk({ world, account }, work);

describe('one failure is one case', () => {
  /** Waits until each of these was said once, in this order; what falls together may be said together. */
  const isSaid = (words: readonly string[]) =>
    eventually(
      () => {
        const said = webhook.said('refused paid lines').join('\n');
        const places = words.map((word) => said.indexOf(word));
        expect([places.includes(-1), places]).toEqual([false, places.toSorted((a, b) => a - b)]);
        expect(words.map((word) => said.split(word).length - 1)).toEqual(words.map(() => 1));
      },
      { timeoutMs: 80_000, everyMs: 200 },
    );
  /** Orders that `near` refuses for one reason, until the desk has one case of them. */
  const aCaseOf = async (count: number) => {
    const fault = { kind: 'status', status: 422, code: 'insufficient_stock' } as const;
    world.shops.near.store.faults.add({ endpoint: 'POST /orders', times: count, fault });
    const orderIds = await Promise.all(Array.from({ length: count }, () => sellOne(world)));
    const one = await eventually(async () => {
      const [found, ...others] = await world.db.supportCase.findMany({ where: { closedAt: null } });
      expect([found?.size, others]).toEqual([count, []]);
      return found;
    }, SOON);
    return { id: one?.id ?? '', orderIds };
  };

  it('is taken, noted, healed order by order, and closes itself; the webhook says opened, changed, closed', async () => {
    const { id, orderIds } = await aCaseOf(3);
    const [first = ''] = orderIds;
    await isSaid(['Case opened: near refused paid lines']);
    await atTheDesk(async (desk) => {
      const { page } = desk;
      await page.goto('/');
      await page.locator('#attention').getByText('3 orders').waitFor();
      expect(await page.title()).toBe('(1) What comes first · HUB support desk');
      // A tick stays when the list refreshes itself, and so does the title.
      const tick = page.locator('#attention tbody input[type=checkbox]');
      await tick.check();
      await page.waitForResponse((response) => new URL(response.url()).pathname === '/');
      await page.waitForResponse((response) => new URL(response.url()).pathname === '/');
      expect([await tick.isChecked(), await page.title()]).toEqual([
        true,
        '(1) What comes first · HUB support desk',
      ]);
      await desk.picture('attention-case');
      await page.locator('#attention a[href^="/cases/"]').click();
      for (const orderId of orderIds) await page.locator('#parts').getByText(orderId).first().waitFor();
      await desk.picture('case');
      await page.getByRole('button', { name: 'Take it' }).click();
      await page.locator('#case').getByText('with ada').waitFor();
      await page.getByRole('textbox', { name: /^Note; @name/ }).fill('@ada asks the shop');
      await page.getByRole('button', { name: 'Add the note' }).click();
      await page.getByText('ada wrote: “@ada asks the shop”').waitFor();
      await isSaid(['Case opened', 'taken by ada', 'a note by ada for ada']);
      // One order is placed again alone, the others by a bulk replay of their messages.
      await page.locator('#parts').getByRole('link', { name: first }).first().click();
      await page.getByRole('link', { name: 'Place it again' }).click();
      await page.getByRole('button', { name: 'Place it again' }).click();
      await page.getByText('No open problems.').waitFor();
      await page.goto(`/cases/${id}`);
      await page.getByText('2 of 3 items affected').waitFor();
      await desk.picture('case-healing');
      await page.getByRole('button', { name: 'See what a replay of these 2 messages would do' }).click();
      await page.getByRole('heading', { name: '2 failed messages chosen together' }).waitFor();
      await page.getByRole('button', { name: 'Replay 2' }).click();
      await page.goto(`/cases/${id}`);
      await page
        .getByText('closed: all its problems are resolved')
        .waitFor({ timeout: patience(SOON.timeoutMs) });
      await desk.picture('case-closed');
      await page.goto('/');
      await page.getByText('Nothing needs attention.').waitFor();
    });
    await isSaid(['Case opened', 'taken by ada', 'a note by ada for ada', 'Case closed']);
    expect(await world.db.supportCase.findUniqueOrThrow({ where: { id } })).toMatchObject({
      owner: 'ada',
      closedBy: null,
    });
  }, 180_000);
});
