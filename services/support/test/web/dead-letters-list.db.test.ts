import { aShop, type StoredShop } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aDeadLetter, aDeadOrder, ARTICLES, manyDeadLetters, ORDERS } from './dead-letters';
import { openDesk, textOf, type DeskWorld, type Visitor } from './desk-world';

let desk: DeskWorld;
let nordic: StoredShop;
let fjord: StoredShop;
let viewer: Visitor;
let agent: Visitor;
beforeAll(async () => {
  desk = await openDesk();
  [nordic, fjord] = [await aShop(desk.db, { slug: 'nordic' }), await aShop(desk.db, { slug: 'fjord' })];
  [viewer, agent] = await Promise.all([desk.signIn('viewer'), desk.signIn('agent')]);
}, 60_000);
beforeEach(() => desk.db.deadLetter.deleteMany());
afterAll(() => desk.close());

const page = async (path: string, by = viewer) => (await by.get(path)).text;
/** The failed messages of a page, in its order. */
const messagesOf = (html: string) =>
  [...html.matchAll(/href="\/dead-letters\/([0-9a-f-]{36})"/g)].map(([, id]) => id);
const list = async (query = '') => messagesOf(await page(`/dead-letters${query}`));
const hrefOf = (html: string, name: string) =>
  new RegExp(`href="([^"]*)"[^>]*>${name}<`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);

describe('the list of failed messages', () => {
  it('explains an empty list', async () => {
    expect(textOf(await page('/dead-letters'))).toContain(
      'No failed message is open: nothing failed permanently',
    );
  });

  it('shows the open ones, the latest failure first, in plain words and with their order', async () => {
    const old = await aDeadLetter(desk.db, { lastFailedAt: secondsAgo(60) });
    const order = await aDeadOrder(desk.db, { shopId: nordic.id, orderId: 'O-1', reason: 'TypeError' });
    await aDeadLetter(desk.db, { state: 'discarded' });
    const html = await page('/dead-letters');
    expect(messagesOf(html)).toEqual([order, old]);
    expect(textOf(html)).toContain('New order nordic O-1 a fault of a worker (TypeError) open');
    expect(html).toContain('href="/orders?q=O-1"');
    expect(textOf(html)).toContain('2 failed messages fit.');
  });

  it('is filtered by shop, type, queue, reason and state, each in the address', async () => {
    const order = await aDeadOrder(desk.db, { shopId: nordic.id, orderId: 'O-1', reason: 'RangeError' });
    const other = await aDeadOrder(desk.db, { shopId: fjord.id, orderId: 'O-2' });
    const figures = await aDeadLetter(desk.db, { state: 'resolved' });
    expect(await list('?shop=nordic')).toEqual([order]);
    expect(await list('?type=order.created')).toEqual(expect.arrayContaining([order, other]));
    expect(await list(`?origin=${ARTICLES}&state=any`)).toEqual([figures]);
    expect(await list('?reason=RangeError')).toEqual([order]);
    expect(await list('?state=resolved')).toEqual([figures]);
    const html = await page('/dead-letters?shop=nordic&reason=RangeError');
    expect(html).toMatch(/<option value="nordic" selected>/);
    expect(html).toMatch(/name="reason" value="RangeError"/);
  });

  it('is searched by order id, event id and correlation', async () => {
    const order = await aDeadOrder(desk.db, { shopId: nordic.id, orderId: 'O-1', correlation: 'C-7' });
    await aDeadLetter(desk.db);
    for (const text of ['O-1', 'E-O-1', 'C-7']) expect(await list(`?text=${text}`)).toEqual([order]);
    const nothing = await page('/dead-letters?text=O-9');
    expect(textOf(nothing)).toContain('No failed message fits. Look in all states');
    expect(hrefOf(nothing, 'Look in all states')).toBe('/dead-letters?text=O-9&state=any');
  });

  it('is paged by the last row of a page: what fails meanwhile shifts nothing', async () => {
    await manyDeadLetters(desk.db, 120);
    const first = await page('/dead-letters');
    await aDeadLetter(desk.db);
    const second = await page(hrefOf(first, 'More'));
    const third = await page(hrefOf(second, 'More'));
    const all = [first, second, third].map(messagesOf);
    expect(all.map((part) => part.length)).toEqual([50, 50, 20]);
    expect(new Set(all.flat()).size).toBe(120);
    expect(hrefOf(third, 'More')).toBe('');
    expect(hrefOf(second, 'Back to the top')).toBe('/dead-letters');
  });

  it('shows how many are newer, and leaves the list unchanged', async () => {
    await aDeadLetter(desk.db, { lastFailedAt: secondsAgo(60) });
    const html = await page('/dead-letters?reason=TypeError');
    const href = /id="newer" hx-get="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(textOf(await page(href))).not.toContain('show them');
    for (let died = 0; died < 3; died += 1) await aDeadLetter(desk.db);
    await aDeadLetter(desk.db, { reason: 'RangeError' });
    const answer = await page(href);
    expect(textOf(answer)).toContain('3 newer failed messages: show them');
    expect(hrefOf(answer, 'show them')).toBe('/dead-letters?reason=TypeError');
    expect(await list('?reason=TypeError')).toHaveLength(4);
  });

  it('offers a viewer nothing to tick', async () => {
    await aDeadLetter(desk.db);
    expect(await page('/dead-letters')).not.toContain('type="checkbox"');
    expect(await page('/dead-letters', agent)).toContain('type="checkbox"');
  });
});

describe('failed messages by cause', () => {
  it('are counted by queue and reason, the largest first, with their shops and a link to each', async () => {
    for (const [shop, orderId] of [
      [nordic, 'O-1'],
      [fjord, 'O-2'],
    ] as const)
      await aDeadOrder(desk.db, { shopId: shop.id, orderId, lastFailedAt: secondsAgo(120) });
    const figures = await aDeadLetter(desk.db, { lastFailedAt: secondsAgo(60) });
    const html = await page('/dead-letters/causes');
    expect(textOf(html)).toMatch(
      /\(TypeError\) routing\.order\.created 2 2 2 2 min ago 2 min ago a fault of a worker \(TypeError\) inventory\.network-quantity\.recalculate 1 1 0 1 min ago/,
    );
    const of = new URLSearchParams({ origin: ARTICLES, reason: 'TypeError' });
    expect(html).toContain(`href="/dead-letters?${of}"`.replaceAll('&', '&amp;'));
    expect(await list(`?${of}`)).toEqual([figures]);
  });

  it('one click leads from a cause to the frozen set of its messages', async () => {
    const orders = [
      await aDeadOrder(desk.db, { shopId: nordic.id, orderId: 'O-1' }),
      await aDeadOrder(desk.db, { shopId: nordic.id, orderId: 'O-2' }),
    ];
    await aDeadLetter(desk.db);
    await agent.get('/dead-letters/causes');
    const set = await agent.postAndFollow('/dead-letters/sets', {
      choice: 'all',
      origin: ORDERS,
      reason: 'TypeError',
      state: 'open',
    });
    expect(textOf(set.text)).toContain('2 failed messages chosen together');
    expect(new Set(messagesOf(set.text))).toEqual(new Set(orders));
  });
});
