import { text } from 'node:stream/consumers';
import { LIMITS } from '@hub/contract';
import { generatedCatalogue } from '@hub/store-simulator';
import { eventually } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { HUB_LOCATION_ID, LOCATION_ID } from './support/a-catalogue';
import { aDeskAccount, type DeskAccount, type DeskBrowser } from './support/desk-browser';
import { openWorld, sellOne, type World } from './support/open-world';
import { readCatalogue } from './support/read-catalogue';
import { runHub } from './support/run-program';
import { signedInAtDesk } from './support/signed-in-at-desk';

const SOON = { timeoutMs: 30_000, everyMs: 100 };
/** Both shops are in it: then the one with more stock comes first, and that is `far`. */
const WIDE_KM = '2000';
/** A policy holds no sooner than five seconds from when it is adopted. */
const SOON_ENOUGH_MS = 8_000;

let account: DeskAccount;
let world: World;
/** An order that `near` has, because it is nearer to the customer. */
let order: { id: string; orderId: string };

beforeAll(async () => {
  account = await aDeskAccount('lead');
  world = await openWorld({ together: true, env: account.env });
  order = await sold('near');
}, 400_000);
afterAll(() => world?.close(), 60_000);

const atTheDesk = (work: (desk: DeskBrowser) => Promise<void>) => signedInAtDesk({ world, account }, work);

/** Sells one piece, and waits until this shop has it. */
async function sold(shop: 'near' | 'far'): Promise<{ id: string; orderId: string }> {
  const orderId = await sellOne(world);
  return eventually(
    () =>
      world.db.sellerOrder.findFirstOrThrow({
        where: { orderId, shippingOrders: { some: { state: 'placed', shopId: world.shops[shop].id } } },
        select: { id: true, orderId: true },
      }),
    SOON,
  );
}

/** A file that the page has a link to, line by line. */
async function fileOf(page: Page, address: string): Promise<string[]> {
  const download = page.waitForEvent('download');
  await page.locator(`#main a[href$="${address}"]`).click();
  // The browser may be another process's: what it keeps comes over the wire.
  const file = await text(await (await download).createReadStream());
  return file.trim().split('\r\n');
}

/** The figure below a name, on a page of figures. */
const figureOf = async (page: Page, name: string) =>
  Number(
    await page
      .locator('dl > div')
      .filter({ has: page.locator('dt').getByText(name, { exact: true }) })
      .locator('dd')
      .first()
      .textContent(),
  );

describe('the palette', () => {
  it('finds an order by the number that its customer has, and goes there', async () => {
    await atTheDesk(async ({ page }) => {
      await page.goto('/');
      await page.keyboard.press('Control+k');
      await page.keyboard.type(order.orderId);
      const found = page.getByRole('dialog', { name: 'Go to' }).getByRole('link', { name: /^Order / });
      await found.first().waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/orders/${order.id}`);
      expect(await page.locator('h1').textContent()).toContain(order.orderId);
    });
  });
});

describe('routing', () => {
  it('D19: tries a basket with no effect, and asks what another policy would have chosen', async () => {
    const before = await world.db.routingDecision.count();
    await atTheDesk(async ({ page }) => {
      await page.goto('/routing');
      await page.getByRole('link', { name: 'Try a route' }).first().click();
      await page.getByLabel('Sold by').selectOption('selling');
      await page.getByLabel('To the country').fill('dk');
      await page.getByLabel('Latitude').fill('55.68');
      await page.getByLabel('Longitude').fill('12.59');
      await page.getByLabel(/^Articles/).fill('variant-selling 1 100');
      await page.getByRole('button', { name: 'Try it' }).click();
      await page.getByRole('heading', { name: /near ships it$/ }).waitFor();
      await page.getByLabel('Band, km (else as in force)').fill(WIDE_KM);
      await page.getByRole('button', { name: 'Try it' }).click();
      await page.getByRole('heading', { name: /far ships it$/ }).waitFor();

      await page.goto(`/orders/${order.id}`);
      await page.getByText('Why: candidates and who was ruled out').first().click();
      await page.getByRole('link', { name: 'What would another policy have chosen?' }).first().click();
      await page.getByLabel('Band, km').fill(WIDE_KM);
      await page.getByRole('button', { name: 'Replay' }).click();
      await page.getByText('differs').waitFor();
      const line = page.locator('#main tbody tr').first();
      expect(await line.textContent()).toMatch(/near.*far.*differs/);
    });
    expect(await world.db.routingDecision.count()).toBe(before);
    expect(await world.db.shippingOrder.count({ where: { sellerOrderId: order.id } })).toBe(1);
  });

  it('D19: a policy is tried on what was decided, taken as a file, adopted, and the next order goes by it', async () => {
    const settled = () => new Date(Date.now() - 31_000);
    await eventually(
      async () => {
        const decidedAt = { lt: settled() };
        expect(await world.db.routingDecision.count({ where: { decidedAt } })).not.toBe(0);
      },
      { timeoutMs: 60_000, everyMs: 500 },
    );
    await atTheDesk(async ({ page }) => {
      await page.goto('/routing/lab');
      await page.getByLabel('Name of the policy').fill('wide');
      await page.getByLabel('Band, km').fill(WIDE_KM);
      await page.getByLabel('before (UTC)').fill(settled().toISOString().slice(0, 19));
      await page.getByRole('button', { name: 'Try it' }).click();
      await page.getByText('finished').waitFor();
      await page.getByRole('heading', { name: 'Lines that go elsewhere' }).waitFor();
      const [head = '', ...lines] = await fileOf(page, '/lines.csv');
      expect(head).toContain('Went to,');
      expect(lines).toEqual([expect.stringMatching(new RegExp(`^${order.orderId},selling,.*,near,.*,far,`))]);

      await page.getByRole('link', { name: 'Adopt this policy' }).click();
      const from = new Date(Date.now() + SOON_ENOUGH_MS).toISOString().slice(0, 19);
      await page.getByLabel('Holds from (UTC)').fill(from);
      await page.getByRole('button', { name: 'Adopt', exact: true }).click();
      await page.getByText('Policy wide is adopted.').waitFor();
      await eventually(async () => {
        await page.goto('/routing/policies/wide');
        expect(await page.locator('#main').textContent()).toContain('in force');
      }, SOON);
      await sold('far');
      await page.goto('/audit');
      const entry = page
        .locator('#main tbody tr')
        .filter({ hasText: 'lead:ada' })
        .filter({ hasText: 'wide' });
      await entry.first().waitFor();
    });
  }, 120_000);
});

describe('what the overview shows', () => {
  it('is what happened: orders, events, and which shop ships what another sold', async () => {
    await atTheDesk(async ({ page }) => {
      const orders = await world.db.sellerOrder.count();
      const events = await world.db.eventLedger.count();
      await page.goto('/overview');
      await eventually(async () => {
        await page.reload();
        expect(await figureOf(page, 'Orders')).toBe(orders);
        expect(await figureOf(page, 'Events')).toBe(events);
      }, SOON);
      const flow = page.locator('figure').filter({ has: page.locator('#flow') });
      await flow.getByText('As a table').click();
      const rows = await flow.locator('tbody tr').allTextContents();
      const counts = await Promise.all(
        (['near', 'far'] as const).map((slug) =>
          world.db.shippingOrder
            .count({ where: { shopId: world.shops[slug].id } })
            .then((count) => ({ slug, count })),
        ),
      );
      for (const { slug, count } of counts) expect(rows).toContain(`selling${slug}${count}`);
    });
  });
});

describe('VAT rates', () => {
  it('stand on the page and in its file as the command set them', async () => {
    await runHub(['vat', 'set', 'NO', '0.25', '--from', '2099-01-01T00:00:00Z'], world.env);
    await atTheDesk(async ({ page }) => {
      await page.goto('/money');
      await page.getByRole('link', { name: 'VAT rates' }).click();
      const norway = page
        .locator('#main tbody tr')
        .filter({ hasText: 'Norway (NO)' })
        .filter({ hasText: 'later' });
      expect(await norway.textContent()).toMatch(/25 %.*2099-01-01/);
      expect(await fileOf(page, '/vat.csv')).toContainEqual(
        expect.stringMatching(/^NO,0\.25,2099-01-01T00:00:00\.000Z,,later$/),
      );
    });
  });
});

/** One more than may be retired without a question (D14). */
const MANY = LIMITS.retireMinimumVariants + 1;

const sellsManyArticles = () =>
  generatedCatalogue({
    products: MANY,
    variantsPerProduct: 1,
    seed: 1,
    locations: [LOCATION_ID],
    hubLocationId: HUB_LOCATION_ID,
    stock: 1,
  });

describe('D14: a catalogue that would retire most of a shop', () => {
  it('waits until an agent accepts it, and then its variants are retired', async () => {
    const { far } = world.shops;
    const active = () => world.db.variant.count({ where: { shopId: far.id, state: 'active' } });
    // Given a shop of more variants than may go without a question.
    far.store.sellFrom(sellsManyArticles());
    await readCatalogue(world.db, 'far', SOON.timeoutMs);
    expect(await active()).toBe(MANY);
    // When its store reports that it sells none of them.
    far.store.sellFrom([]);
    await atTheDesk(async ({ page }) => {
      await page.goto('/shops/far/catalogue');
      await page.getByRole('button', { name: 'Read it now' }).click();
      await page.getByText('A reading waits:').waitFor();
      // Then nothing is retired before an agent says so.
      expect(await active()).toBe(MANY);
      await page.getByRole('link', { name: 'Accept it' }).click();
      await page.getByRole('button', { name: 'Accept it' }).click();
      await eventually(async () => expect(await active()).toBe(0), SOON);
      await page.goto('/audit');
      const entry = page.locator('#main tbody tr').filter({ hasText: 'lead:ada' }).filter({ hasText: 'far' });
      await entry.first().waitFor();
    });
  });
});
