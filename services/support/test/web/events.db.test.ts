import { aSentEvent, aShop, type StoredShop } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openDesk, textOf, type DeskWorld, type Visitor } from './desk-world';

let desk: DeskWorld;
let viewer: Visitor;
let agent: Visitor;
let nordic: StoredShop;
let fjord: StoredShop;
beforeAll(async () => {
  desk = await openDesk();
  [viewer, agent] = await Promise.all([desk.signIn('viewer'), desk.signIn('agent')]);
  [nordic, fjord] = [await aShop(desk.db, { slug: 'nordic' }), await aShop(desk.db, { slug: 'fjord' })];
}, 60_000);
afterAll(() => desk.close());
beforeEach(() => desk.db.sentEvent.deleteMany());

const page = async (query: Record<string, string> = {}) => {
  const answer = await viewer.get(`/events?${new URLSearchParams(query).toString()}`);
  expect(answer.status).toBe(200);
  return answer.text;
};
const rowsOf = (html: string) =>
  [...html.matchAll(/<th scope="row"[^>]*><a href="([^"]+)"/g)].map(([, to]) => to);

interface Listed {
  id: string;
  shop: string;
  at: number;
  status: number | null;
}

/** Refused events first, then the others. */
function answerRank({ status }: Listed): number {
  return status === null || status === 200 ? 1 : 0;
}

/** One in the ledger or, if it was refused, its stored row. */
async function anEvent({ id, shop, at, status }: Listed): Promise<void> {
  const from = shop === 'fjord' ? fjord : nordic;
  const facts = { eventId: id, receivedAt: new Date(at), event: 'order.created' };
  if (status !== null && status !== 200) {
    await aSentEvent(desk.db, from, { ...facts, status });
    return;
  }
  await desk.db.eventLedger.create({
    data: {
      ...facts,
      shopId: from.id,
      bodySha256: Buffer.alloc(32),
      status,
      outcome: status === null ? null : 'accepted',
    },
  });
}

describe('the events page (D33)', () => {
  it('shows what shops sent and why it was refused, the newest first, with links', async () => {
    await aSentEvent(desk.db, nordic, { eventId: 'E/1 ä', receivedAt: new Date(Date.now() - 60_000) });
    await aSentEvent(desk.db, fjord, {
      event: null,
      eventId: null,
      about: null,
      field: null,
      status: 401,
      code: 'unauthorized',
      reason: 'no secret matched',
      body: null,
    });
    const html = await page();
    expect(textOf(html)).toMatch(
      /fjord not readable 401 unauthorized no secret matched .*nordic order\.created O-1 422 invalid_request data\.currency is required/,
    );
    const [unread, refused] = rowsOf(html);
    expect(refused).toBe('/events/nordic/E%2F1%20%C3%A4');
    for (const path of [unread, refused]) expect((await viewer.get(path ?? '')).status).toBe(200);
  });

  it('is available as a file, filtered as the page is', async () => {
    await aSentEvent(desk.db, nordic, { eventId: 'E-1', reason: '=cmd()' });
    await aSentEvent(desk.db, fjord, { eventId: 'E-2' });
    const { status, headers, text } = await viewer.get('/events.csv?shop=nordic');
    expect([status, headers.get('content-disposition')]).toEqual([200, 'attachment; filename=events.csv']);
    const [head, row, ...rest] = text.split('\r\n');
    expect(head).toBe('\uFEFFReceived,Shop,Event,Event id,About,Answered,Field,Why,Bytes');
    expect(row).toMatch(/Z,nordic,order\.created,E-1,O-1,422 invalid_request,data\.currency,'=cmd\(\),/);
    expect(rest).toEqual(['']);
  });

  it.each([
    ['shop', { shop: 'fjord' }, ['E-fjord']],
    ['event', { event: 'order.cancelled' }, ['E-404']],
    ['answer', { answer: '404' }, ['E-404']],
    ['order', { order: 'O-2' }, ['E-404']],
    ['time', { since: '2026-01-01T00:00', until: '2026-01-02T00:00' }, ['E-old']],
    [
      'nothing that was left empty',
      { shop: '', event: '', answer: '', order: '', since: '', until: '' },
      null,
    ],
  ])('is filtered by %s, in the address', async (_, query, expected) => {
    const receivedAt = new Date('2026-01-01T12:00:00Z');
    await aSentEvent(desk.db, fjord, { eventId: 'E-fjord' });
    await aSentEvent(desk.db, nordic, { eventId: 'E-old', receivedAt });
    const cancelled = { event: 'order.cancelled', status: 404, code: 'unknown_order', about: 'O-2' };
    await aSentEvent(desk.db, nordic, { eventId: 'E-404', ...cancelled });
    const ids = rowsOf(await page(query)).map((path) => path?.split('/').at(-1));
    expect(ids.toSorted()).toEqual(expected ?? ['E-404', 'E-fjord', 'E-old']);
  });

  it.each<[string, (one: Listed, other: Listed) => number]>([
    ['', (one, other) => other.at - one.at],
    ['oldest', (one, other) => one.at - other.at],
    ['shop', (one, other) => one.shop.localeCompare(other.shop) || other.at - one.at],
    ['answer', (one, other) => answerRank(one) - answerRank(other) || other.at - one.at],
  ])('sorted by “%s” each event is shown once, page by page, and in the file too', async (sort, order) => {
    const all = Array.from({ length: 70 }, (_, n): Listed => ({
      id: `S-${n}`,
      shop: n % 3 === 0 ? 'fjord' : 'nordic',
      // Two of each moment.
      at: Date.now() - 3_600_000 + Math.floor(n / 2) * 1_000,
      status: [200, 422, null, 409][n % 4] ?? null,
    }));
    for (const one of all) await anEvent(one);
    const seen: string[] = [];
    for (let path = `/events?sort=${sort}`; path !== '';) {
      const html = (await viewer.get(path)).text;
      seen.push(...rowsOf(html).map((to) => to?.split('/').at(-1) ?? ''));
      path = /href="([^"]+)" rel="next"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    }
    const [, ...file] = (await viewer.get(`/events.csv?sort=${sort}`)).text.trim().split('\r\n');
    expect(file.map((line) => line.split(',')[3])).toEqual(seen);
    expect(seen.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
    const shown = seen.flatMap((id) => all.filter((one) => one.id === id));
    for (const [index, one] of shown.slice(1).entries())
      expect(order(shown[index] ?? one, one)).toBeLessThanOrEqual(0);
    await desk.db.eventLedger.deleteMany();
  });

  it.each(['refused', '4xx', '409', 'event_id_conflict'])(
    'filtered by “%s” includes refusals that only the ledger has',
    async (answer) => {
      const base = { shopId: nordic.id, event: 'order.created', bodySha256: Buffer.alloc(32) };
      const refused = { status: 409, code: 'event_id_conflict' };
      const accepted = { status: 200, outcome: 'accepted' };
      await desk.db.eventLedger.createMany({
        data: [
          { ...base, ...refused, eventId: 'E-409', receivedAt: new Date() },
          { ...base, ...accepted, eventId: 'E-200', receivedAt: new Date() },
        ],
      });
      expect(rowsOf(await page({ answer }))).toEqual(['/events/nordic/E-409']);
      await desk.db.eventLedger.deleteMany();
    },
  );

  it('keeps its sorting in a saved view', async () => {
    await agent.get('/events');
    await agent.post('/views', { page: '/events', name: 'By shop', query: 'sort=shop', shared: 'yes' });
    expect(await page()).toContain('href="/events?sort=shop"');
  });

  it('continues after the last row of a page', async () => {
    for (let n = 0; n < 51; n += 1) await aSentEvent(desk.db, nordic, { eventId: `E-${n}` });
    const html = await page({ shop: 'nordic' });
    const older = /href="([^"]+)" rel="next"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    const rest = (await viewer.get(older ?? '')).text;
    expect([rowsOf(html).length, rowsOf(rest).length]).toEqual([50, 1]);
    expect(new Set([...rowsOf(html), ...rowsOf(rest)]).size).toBe(51);
  });
});

describe('the page of an event (D33)', () => {
  const body = JSON.stringify({ event: 'order.created', data: { name: 'Zdenka Quvarova', order_id: 'O-1' } });

  it('shows each time it was sent, and its body with personal data masked', async () => {
    await aSentEvent(desk.db, nordic, { eventId: 'E-1', body });
    await aSentEvent(desk.db, nordic, {
      eventId: 'E-1',
      body,
      status: 503,
      code: 'temporary_failure',
      field: null,
    });
    const { text } = await viewer.get('/events/nordic/E-1');
    expect(textOf(text)).toContain('Sent 2 times in the last seven days');
    expect(text).toContain('•••');
    expect(text).not.toContain('Zdenka');
    expect((await viewer.get('/events/fjord/E-1')).status).toBe(404);
  });

  it('shows personal data to an agent on request, once, and records it; a viewer cannot request it', async () => {
    const id = await aSentEvent(desk.db, nordic, { eventId: 'E-1', body });
    expect((await viewer.get('/events/nordic/E-1')).text).not.toContain('Show with personal data');
    expect((await viewer.post('/events/nordic/E-1/reveal', { sent: id })).status).toBe(403);
    await agent.get('/events/nordic/E-1');
    const revealed = await agent.post('/events/nordic/E-1/reveal', { sent: id });
    expect(revealed.text).toContain('Zdenka Quvarova');
    expect((await desk.trail()).filter(({ action }) => action === 'event.reveal')).toMatchObject([
      { actor: 'agent:an-agent', subject: `sent_event:${id}` },
    ]);
  });
});

describe('the search for an order that was refused', () => {
  it.each([
    ['its order id', 'O-refused'],
    ['its event id', 'E-refused'],
  ])('by %s shows the refusal, not that nothing of this name came', async (_, name) => {
    await aSentEvent(desk.db, nordic, { eventId: 'E-refused', about: 'O-refused', byIngress: true });
    const { text } = await viewer.get(`/orders?q=${name}`);
    expect(textOf(text)).toContain('order.created of nordic was refused: 422 invalid_request data.currency');
    expect(textOf(text)).not.toContain('Nothing of this name');
    expect(text).toContain('href="/events/nordic/E-refused"');
  });
});
