import type { Database } from '@hub/database';
import { aShop, type StoredShop } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aDeadLetter, ARTICLES } from './dead-letters';
import { openDesk, textOf, type DeskWorld, type Visitor } from './desk-world';

/** More than a file reads at once, so that it also continues after a page; each moment has two. */
const ROWS = 1_030;
const PAGES = 3;
const OLDEST = Date.UTC(2026, 0, 1);

let desk: DeskWorld;
let nordic: StoredShop;
let viewer: Visitor;
let agent: Visitor;
beforeAll(async () => {
  desk = await openDesk();
  nordic = await aShop(desk.db, { slug: 'nordic', name: 'Nordic Outdoor' });
  [viewer, agent] = await Promise.all([desk.signIn('viewer'), desk.signIn('agent')]);
  await desk.db.$executeRaw`
    INSERT INTO dead_letter_selection (id, created_by, filter, ids) VALUES (${idOf(0)}::uuid, 'agent:an-agent', 'all', '{}')`;
  for (const { fill } of LISTS) await fill(desk.db);
}, 120_000);
afterAll(() => desk.close());

const momentOf = (n: number) => new Date(OLDEST + Math.floor(n / 2) * 1_000);
const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
/** For `generate_series`: the id and the moment of row `n`. */
const ID = `('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`;
const AT = `'2026-01-01T00:00:00Z'::timestamptz + (n / 2) * interval '1 second'`;
const fillWith = (into: string) => (db: Database) =>
  db.$executeRawUnsafe(`${into} FROM generate_series(0, ${ROWS - 1}) AS n`);

const LISTS = [
  {
    page: '/dead-letters',
    one: '/dead-letters',
    fill: fillWith(`
      INSERT INTO dead_letter (id, origin, identity, type, body, headers, reason, attempts, first_failed_at, last_failed_at, deaths)
      SELECT ${ID}, '${ARTICLES}', n::text, 'network-quantity.recalculate', '', '{}', 'TypeError', 6, ${AT}, ${AT}, '{}'`),
  },
  {
    page: '/alerts',
    one: '/alerts',
    fill: fillWith(`
      INSERT INTO alert (id, kind, subject, message, first_at, last_at)
      SELECT ${ID}, 'tracking_failed', n::text, 'A message.', ${AT}, ${AT}`),
  },
  {
    page: '/cases',
    one: '/cases',
    fill: fillWith(`
      INSERT INTO support_case (id, cause_kind, about, key, opened_at, size, reported_size, reported_at)
      SELECT ${ID}, 'message', '${ARTICLES} TypeError', n::text, ${AT}, 1, 1, ${AT}`),
  },
  {
    page: '/dead-letters/runs',
    one: '/dead-letters/runs',
    fill: fillWith(`
      INSERT INTO bulk_run (id, selection_id, action, started_by, started_at, state, size, next)
      SELECT ${ID}, '${idOf(0)}', 'discard', 'agent:an-agent', ${AT}, 'finished', 1, 1`),
  },
] as const;

/** The targets of a page's rows, in its order. */
function idsOf(html: string, one: string): string[] {
  const links = html.matchAll(new RegExp(`href="${one}/([0-9a-f-]{36})"`, 'g'));
  return [...new Set([...links].map(([, id = '']) => id))];
}

const moreOf = (html: string) =>
  /href="([^"]*)"[^>]*>\s*More\s*</.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';

/** The ids of a file: its last column. */
const idsOfFile = (csv: string) =>
  csv
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',').at(-1));

describe.each(LISTS)('the list $page', ({ page, one }) => {
  it.each(['', 'oldest'])(
    'sorted by “%s” shows each row once, page by page, and in its file too',
    async (sort) => {
      const expected = Array.from({ length: ROWS }, (_, n) => idOf(n));
      if (sort === '') expected.reverse();
      const shown: string[] = [];
      let path = `${page}?sort=${sort}`;
      for (let read = 0; read < PAGES; read += 1) {
        const { text } = await viewer.get(path);
        shown.push(...idsOf(text, one));
        path = moreOf(text);
      }
      expect(shown).toEqual(expected.slice(0, shown.length));
      expect(shown).toHaveLength(PAGES * 50);
      const file = await viewer.get(`${page}.csv?sort=${sort}`);
      expect(idsOfFile(file.text)).toEqual(expected);
    },
  );

  it('is filtered by a span of time, exclusive of its end; so is its file', async () => {
    const span = 'since=2026-01-01T00:00:10&until=2026-01-01T00:00:12';
    const expected = [23, 22, 21, 20].map(idOf);
    expect(momentOf(20).toISOString()).toBe('2026-01-01T00:00:10.000Z');
    expect(idsOf((await viewer.get(`${page}?${span}`)).text, one)).toEqual(expected);
    expect(idsOfFile((await viewer.get(`${page}.csv?${span}`)).text)).toEqual(expected);
  });
});

describe('causes of failed messages', () => {
  const CAUSES = '/dead-letters/causes';
  const reasons = (csv: string) =>
    csv
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0]);

  it.each([
    ['', ['Many', 'Late', 'Often']],
    ['failures', ['Often', 'Many', 'Late']],
    ['latest', ['Late', 'Many', 'Often']],
    ['oldest', ['Many', 'Often', 'Late']],
  ])('are sorted by “%s”, on the page and in the file', async (sort, expected) => {
    await desk.db.deadLetter.deleteMany({ where: { shopId: nordic.id } });
    const on = (reason: string, day: number) =>
      aDeadLetter(desk.db, { shopId: nordic.id, reason, lastFailedAt: new Date(Date.UTC(2026, 1, day)) });
    for (const day of [1, 4]) await on('Many', day);
    await desk.db.deadLetter.update({ where: { id: await on('Often', 2) }, data: { count: 9 } });
    await on('Late', 5);
    const query = `shop=nordic&sort=${sort}`;
    const { text } = await viewer.get(`${CAUSES}?${query}`);
    const shown = [...text.matchAll(/<th scope="row"[^>]*><a [^>]*>([^<]*)</g)].map(([, one]) => one);
    expect(shown).toEqual(expected);
    const file = await viewer.get(`${CAUSES}.csv?${query}`);
    expect([file.headers.get('content-disposition'), reasons(file.text)]).toEqual([
      'attachment; filename=causes.csv',
      expected,
    ]);
  });
});

describe('lists as files', () => {
  it("show a row's state as the page does, and hold nothing that a spreadsheet would run", async () => {
    await desk.db.alert.create({
      data: {
        id: idOf(900_000),
        kind: 'store_away',
        subject: 'formula',
        shopId: nordic.id,
        message: '=cmd()',
        state: 'taken',
        takenBy: 'a-lead',
      },
    });
    const { text } = await viewer.get('/alerts.csv?shop=nordic');
    expect(text).toContain("'=cmd(),Nordic Outdoor,,taken by a-lead,");
    const cases = (await viewer.get('/cases.csv')).text;
    expect(cases).toContain(',0 items affected,,,open,,');
  });

  it('a frozen set shows the requested span of time', async () => {
    await agent.get('/dead-letters');
    const form = { choice: 'all', state: 'open', since: '2026-01-01T00:00:10', until: '2026-01-01T00:00:12' };
    const { text } = await agent.postAndFollow('/dead-letters/sets', form);
    expect(textOf(text)).toContain('4 failed messages chosen together');
    expect(textOf(text)).toContain(
      'asked for: open, from 2026-01-01T00:00:10.000Z, before 2026-01-01T00:00:12.000Z',
    );
  });

  it('bulk runs are filtered by who started them, their action and their state', async () => {
    const runs = async (query: string, by = agent) =>
      idsOf((await by.get(`/dead-letters/runs?${query}`)).text, '/dead-letters/runs').length;
    expect(await runs('by=me&action=discard&state=finished')).toBe(50);
    expect(await runs('by=me', viewer)).toBe(0);
    expect([await runs('action=replay'), await runs('state=running')]).toEqual([0, 0]);
  });
});
