import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '@hub/cli';
import { eventually } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aProduct, proposeSizes } from '../../services/support/test/proposed-links';
import { atTheDoor } from './support/at-the-door';
import { signedInAtDesk } from './support/signed-in-at-desk';
import { aDeskAccount, type DeskAccount, type DeskBrowser, type Look } from './support/desk-browser';
import { EVERY_LOOK } from './support/looks';
import { openWorld, type World } from './support/open-world';

const SIZES = ['41', '42', '43'];
/** One dot, as a PNG: at the door no SVG comes through. */
const IMAGE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let account: DeskAccount;
let world: World;
let images: Server;
/** Proposals of the shops near and far, by size. */
let shoes: Map<string, string>;
let jackets: Map<string, string>;
beforeAll(async () => {
  account = await aDeskAccount('lead');
  const door = { DOOR_URL: `http://127.0.0.1:${await freePort()}` };
  world = await openWorld({ together: true, env: { ...account.env, ...door } });
  images = createServer((_request, response) => response.setHeader('content-type', 'image/png').end(IMAGE));
  await new Promise<void>((resolve) => images.listen(0, '127.0.0.1', resolve));
  await untilSearched();
  await catalogueOverTime();
  shoes = await proposed(["Trail shoe Hallingskarvet, men's", 'Hallingskarvet men trail running shoe']);
  jackets = await proposed(['Rain jacket Storm', 'Storm rain jacket 3-layer'], 0.81);
}, 400_000);
afterAll(async () => {
  images?.close();
  await world?.close();
}, 60_000);

/** The catalogue worker's own search is done: from here on proposals are the test's. */
const untilSearched = () =>
  eventually(
    async () => expect(await world.db.linkSearch.count({ where: { searched: { not: null } } })).toBe(3),
    { timeoutMs: 60_000 },
  );

/** Earlier readings of the catalogue of near, in which more and more was linked. */
async function catalogueOverTime(): Promise<void> {
  for (const [daysAgo, linked] of [
    [20, 3],
    [12, 4],
    [5, 9],
  ] as const) {
    const finishedAt = new Date(Date.now() - daysAgo * 86_400_000);
    await world.db.catalogueRun.create({
      data: {
        id: randomUUID(),
        shopId: world.shops.near.id,
        state: 'accepted',
        requestedAt: finishedAt,
        finishedAt,
        linked,
        unlinked: 10 - linked,
        invalidBarcodes: 1,
      },
    });
  }
}

async function proposed([one, other]: [string, string], score = 0.974): Promise<Map<string, string>> {
  const { near, far } = world.shops;
  const imageUrl = `http://127.0.0.1:${(images.address() as AddressInfo).port}/shoe.png`;
  const side = async (shopId: number, title: string) => ({
    shopId,
    productId: await aProduct(world.db, shopId, { title, sizes: SIZES, imageUrl }),
  });
  const sides = { a: await side(near.id, one), b: await side(far.id, other) };
  const confidence = score > 0.9 ? 'sure' : 'likely';
  return proposeSizes(world.db, sides, { sizes: SIZES, score, confidence });
}

const atTheDesk = (work: (desk: DeskBrowser) => Promise<void>, look?: Look) =>
  signedInAtDesk({ world, account, look }, work);

/** That the page is accessible, and does not scroll sideways. */
async function looksWell(browser: DeskBrowser, name: string): Promise<void> {
  await browser.picture(`links ${name}`.replaceAll(/[^a-z0-9]+/gi, '-'));
  expect([name, await browser.findings(), await browser.overhang()]).toEqual([name, [], 0]);
}

/** Waits until the browser has the image, and could read it. */
async function isShown(page: DeskBrowser['page'], name: string): Promise<void> {
  const image = page.getByRole('img', { name }).first();
  const decoded = await image.evaluate(
    async (shown) => shown instanceof HTMLImageElement && (await shown.decode().then(() => true)),
  );
  expect(decoded).toBe(true);
}

const firstOf = (ids: Map<string, string>): string => [...ids.values()][0] ?? '';

describe('pages of proposed links', () => {
  it.each(EVERY_LOOK)(
    'at the desk, %s',
    async (look, options) => {
      await atTheDesk(async (desk) => {
        const { page } = desk;
        const { slug } = world.shops.near;
        for (const [name, path] of [
          ['by shop', '/links'],
          ['by product', `/links?shop=${slug}`],
          ['side by side', `/links/${firstOf(shoes)}`],
          ['catalogue', `/shops/${slug}/catalogue`],
          ['import', '/links/import'],
        ] as const) {
          expect((await page.goto(path))?.status()).toBe(200);
          await looksWell(desk, `desk ${name} ${look}`);
        }
        await page.locator('#links-csv').fill('Proposal,Decision\nx,perhaps');
        await page.getByRole('button', { name: 'Check the file' }).click();
        await page.getByText('2 faults in the file').waitFor();
        await looksWell(desk, `desk faults of a file ${look}`);
        await page.goto(`/links/${firstOf(jackets)}`);
        await page.getByRole('checkbox', { name: 'Tick all' }).check();
        await page.getByRole('button', { name: 'Link the ticked ones' }).click();
        await page.getByRole('heading', { name: 'Link 3 pairs' }).waitFor();
        await looksWell(desk, `desk question ${look}`);
      }, options);
    },
    120_000,
  );

  it.each(EVERY_LOOK)(
    'at the door, %s',
    async (look, options) => {
      await atTheDoor({ world, shop: 'near', look: options }, async (door) => {
        const { page } = door;
        for (const [name, path] of [
          ['by product', '/links'],
          ['side by side', `/links/${firstOf(shoes)}`],
          ['what to correct', '/unlinked'],
          ['catalogue', '/catalogue'],
        ] as const) {
          expect((await page.goto(path))?.status()).toBe(200);
          await looksWell(door, `door ${name} ${look}`);
        }
        await page.goto(`/links/${firstOf(jackets)}`);
        await page.getByRole('checkbox', { name: 'Tick all' }).check();
        await page.getByRole('button', { name: 'Agree to the ticked ones' }).click();
        await page.getByRole('heading', { name: 'Agree to 3 pairs' }).waitFor();
        await looksWell(door, `door question ${look}`);
      });
    },
    120_000,
  );
});

describe('a link', () => {
  it('is made at the desk with keys, seen only at the doors of both shops, and undone there', async () => {
    await atTheDesk(async (desk) => {
      const { page } = desk;
      await page.goto(`/links?shop=${world.shops.far.slug}`);
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'The same article?' }).waitFor();
      // The image is of another host: this page alone may show it.
      await isShown(page, 'Image of the product');
      await page.locator(`input[value="${firstOf(shoes)}"]`).check();
      await page.getByRole('button', { name: 'Link the ticked ones' }).click();
      await page.getByText('1 pair: linked.').waitFor();
    });
    await atTheDoor({ world, shop: 'selling' }, async ({ page }) => {
      expect((await page.goto(`/links/${firstOf(shoes)}`))?.status()).toBe(404);
    });
    await atTheDoor({ world, shop: 'far' }, async ({ page }) => {
      await page.goto('/links?list=linked');
      await page.getByRole('link', { name: /^Hallingskarvet men trail running shoe/ }).click();
      // By way of the hub: its own address would say whose it is.
      await isShown(page, 'Image of the other product');
      await page.locator(`input[value="${firstOf(shoes)}"]`).check();
      await page.getByRole('button', { name: 'Undo for the ticked ones' }).click();
      await page.getByText('The link is undone').waitFor();
    });
  }, 120_000);
});
