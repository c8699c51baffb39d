import { createLogger, systemClock } from '@hub/runtime';
import { testCipher } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PAGES } from '../../services/support/src/app';
import { aDeskAccount, DeskBrowser, type DeskAccount } from './support/desk-browser';
import { EVERY_LOOK } from './support/looks';
import { aMorning, caseOf, failedMessageOf, type Morning } from './support/desk-morning';
import { rareStates } from './support/rare-states';
import { openWorld, type World } from './support/open-world';

/** Its width, in pixels. */
const PHONE = 390;
/** Fragments of pages, and files: no link opens them as a page. */
const NO_PAGE = /\.csv|\/(count|counts|newer|progress|letters)$/;
let account: DeskAccount;
let world: World;
/** Of every page that is reached: its path, by what its route is called. */
let pages: Map<string, string>;
beforeAll(async () => {
  account = await aDeskAccount('lead');
  world = await openWorld({ env: account.env });
  const morning = await aMorning(world, 400);
  const desk = await DeskBrowser.open(world.supportUrl);
  await desk.signIn(account);
  pages = await walk(desk, [...(await beginnings(desk, morning)), ...(await rareStates(world, morning))]);
  await desk.close();
}, 400_000);
afterAll(() => world?.close(), 60_000);

/** Every page that the desk has, as its routes say, the particular before the general. */
function allPages(): string[] {
  const desk = {
    db: world.db,
    cipher: testCipher(),
    logger: createLogger({ service: 'test', level: 'error' }),
    clock: systemClock,
    brokerThere: () => true,
    mailsShops: true,
    testToken: async () => ({ result: 'accepted' as const, status: 200, why: null }),
    forecasts: { ask: async () => null },
  };
  const paths = PAGES.flatMap(([at, routes]) => routesOf(routes(desk)).map((rest) => `${at}${rest}`));
  return paths
    .map((path) => path.replace(/\/+/g, '/').replace(/(.)\/$/, '$1'))
    .filter((path) => !NO_PAGE.test(path));
}

/** Where all kinds of pages are linked from; a set is discarded, so that there is a bulk run. */
async function beginnings({ page }: DeskBrowser, morning: Morning): Promise<string[]> {
  const unsent = morning.unsentTracking.toReplay;
  const orders = await world.db.sellerOrder.findMany({
    where: {
      orderId: { in: [morning.waiting, morning.returned, unsent, morning.refused.forAnotherShop] },
    },
  });
  const { gtin } = await world.db.variant.findFirstOrThrow({ where: { gtin: { not: null } } });
  const [first = ''] = morning.group;
  const ofGroup = `/cases/${await caseOf(world, { orderId: first })}`;
  await page.goto(ofGroup);
  await page.getByRole('button', { name: 'See what a replay of these 3 messages would do' }).click();
  await page.getByRole('textbox', { name: /^Why, for the record/ }).fill('for a test');
  const set = new URL(page.url()).pathname;
  await page.getByRole('button', { name: 'Discard 3' }).click();
  await page.locator('#letters').getByText('discarded').first().waitFor();
  const [failedMessage] = await world.db.deadLetter.findMany({ where: { state: 'discarded' }, take: 1 });
  return [
    '/',
    set,
    `/dead-letters/${await failedMessageOf(world, unsent)}`,
    `/dead-letters/${failedMessage?.id}/restore`,
    `/cases/${await caseOf(world, { orderId: unsent })}/close`,
    `/articles/${gtin}`,
    ...orders.map(({ id }) => `/orders/${id}`),
  ];
}

type Router = ReturnType<(typeof PAGES)[number][1]>;

/** The paths of a router's pages as they were registered, in the order in which they are tried. */
function routesOf(router: Router): string[] {
  return router.stack.flatMap(({ route, handle }) => {
    if (!route) return isRouter(handle) ? routesOf(handle) : [];
    return route.stack.some(({ method }) => method === 'get') ? [route.path].flat() : [];
  });
}

const isRouter = (handle: object): handle is Router => 'stack' in handle;

/** Goes from link to link, and once to each page. */
async function walk(desk: DeskBrowser, from: readonly string[]): Promise<Map<string, string>> {
  const known = allPages().map((name) => [name, new RegExp(`^${name.replace(/:\w+/g, '[^/]+')}$`)] as const);
  const found = new Map<string, string>();
  const add = (href: string) => {
    const at = new URL(href, world.supportUrl).pathname;
    const name = NO_PAGE.test(at) ? undefined : known.find(([, pattern]) => pattern.test(at))?.[0];
    if (name !== undefined && !found.has(name)) found.set(name, href);
  };
  const follow = async (path: string) => {
    await desk.page.goto(path);
    const links = await desk.page.locator('a[href^="/"]').all();
    for (const href of await Promise.all(links.map((link) => link.getAttribute('href')))) add(href ?? '');
  };
  for (const path of from) add(path);
  for (const path of from) await follow(path);
  // A map is gone through with what joins it meanwhile.
  for (const [, path] of found) await follow(path);
  return found;
}

describe('the filters of a list (D6)', () => {
  const LIST = '/orders/list?state=shipped&sort=oldest';

  it('are folded on a phone and say how many are set; the keyboard unfolds them', async () => {
    const desk = await DeskBrowser.open(world.supportUrl, { width: PHONE });
    try {
      await desk.signIn(account);
      await desk.page.goto(LIST);
      const soldBy = desk.page.getByLabel('Sold by');
      expect(await soldBy.isVisible()).toBe(false);
      const form = await desk.page.getByRole('search', { name: 'Orders' }).boundingBox();
      expect(form?.height).toBeLessThan(80);
      await desk.page.getByText('Filters (1)', { exact: true }).focus();
      await desk.page.keyboard.press('Enter');
      await soldBy.waitFor();
      expect(await desk.findings()).toEqual([]);
      await desk.picture('filters-unfolded-on-a-phone');
    } finally {
      await desk.close();
    }
  });

  it('stand open where there is room, also without a script', async () => {
    const desk = await DeskBrowser.open(world.supportUrl, { scripts: false });
    try {
      await desk.signIn(account);
      await desk.page.goto(LIST);
      expect(await desk.page.getByLabel('Sold by').isVisible()).toBe(true);
      expect(await desk.page.getByText('Filters (1)').isVisible()).toBe(false);
      await desk.page.getByLabel('Sold by').selectOption('selling');
      await desk.page.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
      await desk.page.waitForURL(/shop=selling/);
    } finally {
      await desk.close();
    }
  });
});

describe('every page of the desk', () => {
  it.each(EVERY_LOOK)(
    '%s: an accessibility checker finds nothing, and nothing scrolls sideways',
    async (look, options) => {
      const desk = await DeskBrowser.open(world.supportUrl, options);
      try {
        await desk.signIn(account);
        const seen: Record<string, unknown> = {};
        for (const [name, path] of pages) {
          const answer = await desk.page.goto(path);
          await desk.picture(`${name} ${look}`.replaceAll(/[^a-z0-9]+/gi, '-'));
          // On a phone rows are cards; elsewhere a table may be wider than its page.
          const ofTables = options.width === PHONE ? await desk.overhangOfTables() : 0;
          const widths = [await desk.overhang(), ofTables];
          seen[name] = [answer?.status(), await desk.findings(), await desk.rawWords(), ...widths];
        }
        const well = Object.keys(seen).map((name) => [name, [200, [], [], 0, 0]]);
        expect(seen).toEqual(Object.fromEntries(well));
        expect(allPages().filter((name) => !(name in seen))).toEqual([]);
        expect(desk.complaints).toEqual([]);
      } finally {
        await desk.close();
      }
    },
    300_000,
  );
});
