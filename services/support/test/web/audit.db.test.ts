import { randomUUID } from 'node:crypto';
import { inTransaction } from '@hub/database';
import { recordActions } from '@hub/desk/engine';
import { aShippingOrder, aShop } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aDeadLetter } from './dead-letters';
import { openDesk, textOf, type DeskWorld, type Visitor } from './desk-world';

let desk: DeskWorld;
let viewer: Visitor;
beforeAll(async () => {
  desk = await openDesk();
  viewer = await desk.signIn('viewer');
}, 60_000);
afterAll(() => desk.close());

const page = async (path: string) => (await viewer.get(path)).text;
const record = (actor: string, subjects: string[], detail: { note?: string } = {}) =>
  inTransaction(desk.db, (tx) =>
    recordActions(tx, { actor, action: 'dead_letter.replay', subjects, detail }),
  );

describe('the audit page', () => {
  it('shows who did what to what and when, the newest first, with links', async () => {
    const id = await aDeadLetter(desk.db);
    await record('agent:ada', [`dead_letter:${id}`], { note: 'fixed in 1.2' });
    const html = await page('/audit');
    expect(textOf(html)).toMatch(
      new RegExp(
        `agent:ada replayed a failed message failed message ${id.slice(0, 8)}… trail “fixed in 1\\.2” .*viewer:a-viewer signed in`,
      ),
    );
    expect(html).toContain(`href="/dead-letters/${id}"`);
  });

  it('shows no data that is personal by its form, in case a person wrote it into a note', async () => {
    await record('agent:ada', ['orders'], { note: 'asked ada.lind@customer.example' });
    expect(await page('/audit')).not.toContain('ada.lind@customer.example');
  });

  it('is filtered by subject and by actor, each in the address', async () => {
    const [one, other] = [`dead_letter:${randomUUID()}`, `dead_letter:${randomUUID()}`];
    await record('agent:bo', [one]);
    await record('agent:cy', [one, other]);
    const bySubject = textOf(await page(`/audit?${new URLSearchParams({ subject: one })}`));
    expect(bySubject.match(/agent:(?:bo|cy) replayed/g)).toEqual(['agent:cy replayed', 'agent:bo replayed']);
    const byActor = textOf(await page('/audit?actor=agent:bo'));
    expect(byActor.match(/agent:\w+ replayed/g)).toEqual(['agent:bo replayed']);
    expect(textOf(await page('/audit?actor=agent:nobody'))).toContain('No entry fits.');
  });

  it('is filtered by action and time, and is a file too', async () => {
    const order = await aShippingOrder(desk.db, {
      orderId: '4711',
      sellingShop: await aShop(desk.db, { slug: 'nordic', name: 'Nordic Outdoor' }),
    });
    await inTransaction(desk.db, (tx) =>
      recordActions(tx, {
        actor: 'agent:dee',
        action: 'order.end_hold',
        subjects: [`order:${order.sellerOrderId}`],
        changes: [{ field: 'state', before: 'held', after: 'accepted' }],
      }),
    );
    await record('agent:dee', ['orders']);
    const narrowed = textOf(await page('/audit?action=order.end_hold'));
    // An order by its number, a shop by its name.
    expect(narrowed).toContain('agent:dee ended the hold order 4711 of Nordic Outdoor trail');
    expect(narrowed.match(/agent:\w+ (ended|replayed)/g)).toEqual(['agent:dee ended']);
    expect(textOf(await page('/audit?actor=agent:dee&until=2020-01-01T00:00'))).toContain('No entry fits.');
    expect(textOf(await page('/audit?actor=agent:dee&since=2020-01-01T00:00'))).toContain('agent:dee ended');
    const { text, headers } = await viewer.get('/audit.csv?actor=agent:dee');
    expect(headers.get('content-disposition')).toContain('audit.csv');
    expect(text.trim().split('\r\n').slice(0, 2)).toEqual([
      'When,Who,What,To what,Change,Notes',
      expect.stringMatching(/^20.*,agent:dee,replayed a \w+ \w+,orders,/),
    ]);
  });

  it('shows the old and the new value of a change, on the page and in the file; never personal data', async () => {
    await inTransaction(desk.db, (tx) =>
      recordActions(tx, {
        actor: 'agent:eve',
        action: 'shop.apply',
        subjects: ['shop:nordic'],
        changes: [
          { field: 'capabilities.orders', before: 'dry_run', after: 'live' },
          { field: 'currency', before: null, after: 'SEK' },
          { field: 'contacts', changed: true },
          { field: 'name', before: 'Nordic', after: 'ada.lind@customer.example' },
        ],
      }),
    );
    const words = [
      'capability orders: dry run → live',
      'currency: none → SEK',
      'contacts: changed',
      expect.stringMatching(/^name: Nordic → (?!ada)/),
    ];
    const html = await page('/audit?actor=agent:eve');
    expect([...html.matchAll(/<li>([^<]* → [^<]*|[^<]*: changed)<\/li>/g)].map(([, text]) => text)).toEqual(
      words,
    );
    const { text } = await viewer.get('/audit.csv?actor=agent:eve');
    expect(text).toContain('capability orders: dry run → live; currency: none → SEK; contacts: changed');
    expect(html + text).not.toContain('ada.lind');
  });

  it('is paged by the last entry of a page: later entries shift nothing', async () => {
    const subjects = Array.from({ length: 250 }, (_, n) => `order:P-${n}`);
    await record('agent:paging', subjects);
    const pages: string[] = [];
    for (let href = '/audit?actor=agent:paging'; href !== '';) {
      const html = await page(href);
      pages.push(html);
      await record('agent:paging', ['later']);
      href = /href="([^"]*)"[^>]*>More</.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    }
    const seen = pages.map((html) => [...html.matchAll(/>order (P-\d+)</g)].map(([, id]) => id));
    expect(seen.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(new Set(seen.flat()).size).toBe(250);
  });
});
