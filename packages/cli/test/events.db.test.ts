import { randomUUID } from 'node:crypto';
import type { Database, Prisma } from '@hub/database';
import { listSentEvents } from '@hub/desk/events';
import {
  aSentEvent,
  aShop,
  createTestDatabase,
  eventually,
  TEST_ENCRYPTION_KEY,
  type StoredShop,
  type TestDatabase,
} from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { addEventsCommand } from '../src/commands/events';
import { addOrderCommand } from '../src/commands/order';
import { withDesk } from '../src/desk/with-desk';
import { tailEvents } from '../src/events/tail-events';
import { runHub } from './run-hub';

const given = { ...process.env };
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

let database: TestDatabase;
let db: Database;
let shop: StoredShop;
beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
  Object.assign(process.env, { DATABASE_URL: database.url, HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY });
  shop = await aShop(db, { slug: 'nordic' });
}, 60_000);
afterEach(async () => {
  process.env = { ...given };
  process.exitCode = undefined;
  await database.drop();
}, 60_000);

const hub = (...words: string[]) => runHub([addEventsCommand], ['events', ...words]);
const listed = async (...words: string[]): Promise<{ event_id: string | null }[]> =>
  JSON.parse((await hub('list', 'nordic', '--json', ...words)).out);

/** An event that a worker decided: an accepted order unless set otherwise. */
async function aDecision(overrides: Partial<Prisma.EventLedgerUncheckedCreateInput> = {}): Promise<string> {
  const eventId = overrides.eventId ?? `E-${randomUUID()}`;
  const event = overrides.event ?? 'order.created';
  const answer = { subject: 'O-1', status: 200, outcome: 'accepted', receivedAt: minutesAgo(1) };
  const row = { ...answer, shopId: shop.id, event, bodySha256: new Uint8Array(32), ...overrides, eventId };
  await db.eventLedger.create({ data: row });
  return eventId;
}

describe('hub events list (D33)', () => {
  it('shows the control characters of an order id, which forge no line of it', async () => {
    await aDecision({ subject: '77\nFORGED\u001b]0;owned\u0007' });
    const { out } = await hub('list', 'nordic');
    expect(out).toContain('77\\x0aFORGED\\x1b]0;owned\\x07');
    expect(out.trimEnd().split('\n')).toHaveLength(2);
  });

  it('as JSON: refused ones among the others, the newest first, with exactly these fields, null where not known', async () => {
    const accepted = await aDecision({ receivedAt: minutesAgo(3) });
    await aSentEvent(db, shop, { eventId: 'E-refused', receivedAt: minutesAgo(2), byIngress: true });
    await aSentEvent(db, shop, {
      event: null,
      eventId: null,
      about: null,
      field: null,
      receivedAt: minutesAgo(1),
      status: 401,
      code: 'unauthorized',
      reason: 'no secret matched',
      body: null,
      byIngress: true,
    });
    const received_at = expect.any(String);
    const nothing = { event: null, event_id: null, about: null, outcome: null, field: null, bytes: null };
    expect(await listed()).toEqual([
      { ...nothing, received_at, status: 401, code: 'unauthorized', reason: 'no secret matched' },
      {
        received_at,
        event: 'order.created',
        event_id: 'E-refused',
        about: 'O-1',
        status: 422,
        outcome: null,
        code: 'invalid_request',
        field: 'data.currency',
        reason: 'is required',
        bytes: 51,
      },
      {
        received_at,
        event: 'order.created',
        event_id: accepted,
        about: 'O-1',
        status: 200,
        outcome: 'accepted',
        code: null,
        field: null,
        reason: null,
        bytes: null,
      },
    ]);
  });

  it('lists a refused event once, with or without its body, an accepted one with its length, and a faulty field with its fault (D7)', async () => {
    const refusal = { status: 422, outcome: null, code: 'invalid_order', field: 'data.currency' };
    await aDecision({ ...refusal, eventId: 'E-both' });
    await aSentEvent(db, shop, { ...refusal, eventId: 'E-both' });
    await aDecision({ ...refusal, eventId: 'E-ledger' });
    await aDecision({ eventId: 'E-accepted' });
    const accepted = { status: 200, outcome: 'accepted', code: null };
    await aSentEvent(db, shop, { ...accepted, field: null, reason: null, eventId: 'E-accepted' });
    await aDecision({ eventId: 'E-left-out' });
    await aSentEvent(db, shop, { ...accepted, eventId: 'E-left-out' });
    const rows = await listed();
    expect(rows.map(({ event_id }) => event_id).toSorted()).toEqual([
      'E-accepted',
      'E-both',
      'E-ledger',
      'E-left-out',
    ]);
    expect(rows.find(({ event_id }) => event_id === 'E-left-out')).toMatchObject({
      status: 200,
      field: 'data.currency',
      reason: 'is required',
    });
    expect(rows.find(({ event_id }) => event_id === 'E-accepted')).toMatchObject({ bytes: 51 });
  });

  it.each([
    ['by answer', ['--answer', '422'], ['E-422']],
    ['by class of answers', ['--answer', '4xx'], ['E-401', 'E-404', 'E-422']],
    ['by error code', ['--answer', 'unknown_order'], ['E-404']],
    ['by outcome', ['--answer', 'stale'], ['E-stock']],
    ['what is unfinished', ['--answer', 'unfinished'], ['E-open']],
    ['by event', ['--event', 'order.cancelled'], ['E-404', 'E-open']],
    ['by order', ['--order', 'O-2'], ['E-404', 'E-422']],
    ['from a time on', ['--since', '5m'], ['E-401', 'E-404', 'E-422', 'E-open', 'E-stock']],
    ['before a time', ['--until', '5m'], ['E-old']],
    ['by several', ['--order', 'O-2', '--answer', '404', '--since', '2026-01-01'], ['E-404']],
  ])('%s', async (_, words, expected) => {
    await aDecision({ eventId: 'E-old', receivedAt: minutesAgo(10) });
    await aDecision({ eventId: 'E-stock', event: 'inventory.updated', subject: 'V-1', outcome: 'stale' });
    await aDecision({ eventId: 'E-open', event: 'order.cancelled', status: null, outcome: null });
    await aDecision({
      eventId: 'E-404',
      event: 'order.cancelled',
      subject: 'O-2',
      status: 404,
      outcome: null,
      code: 'unknown_order',
    });
    await aSentEvent(db, shop, { eventId: 'E-422', about: 'O-2', byIngress: true });
    await aSentEvent(db, shop, { eventId: 'E-401', status: 401, code: 'unauthorized', about: null });
    const ids = (await listed(...words)).map(({ event_id }) => event_id);
    expect(ids.toSorted()).toEqual(expected);
  });

  it('continues where a page ended, with none left out and none twice, whatever came at the same moment', async () => {
    const receivedAt = minutesAgo(5);
    for (let n = 0; n < 4; n += 1) {
      await aDecision({ receivedAt });
      await aSentEvent(db, shop, { receivedAt });
    }
    await aDecision({ receivedAt: minutesAgo(6) });
    const all = await listSentEvents(db, { filter: {}, limit: 100 });
    expect(all).toHaveLength(9);
    const paged = [];
    for (;;) {
      const page = await listSentEvents(db, { filter: {}, after: paged.at(-1), limit: 2 });
      if (page.length === 0) break;
      paged.push(...page);
    }
    expect(paged).toEqual(all);
  });

  it.each(['soon', '5 minutes', '-3d'])('refuses --since %s as wrong use', async (since) => {
    await expect(hub('list', 'nordic', '--since', since)).rejects.toMatchObject({ exitCode: 2 });
  });

  it('for people: a line each, with the answer in one word', async () => {
    await aSentEvent(db, shop, { eventId: 'E-1', about: 'O-7' });
    expect((await hub('list', 'nordic')).out).toMatch(
      /nordic +order\.created +E-1 +O-7 +422 invalid_request +data\.currency is required$/m,
    );
  });
});

describe('hub events show (D33)', () => {
  const body = JSON.stringify({ event: 'order.created', data: { order_id: 'O-1', name: 'Zdenka Quvarova' } });

  it('prints the answer, each time it was sent, and its content, personal data masked', async () => {
    await aDecision({ eventId: 'E-1' });
    const sent = { eventId: 'E-1', code: null, field: null, reason: null, body };
    await aSentEvent(db, shop, { ...sent, status: 200, outcome: 'accepted', receivedAt: minutesAgo(2) });
    await aSentEvent(db, shop, { ...sent, status: 200, outcome: 'duplicate' });
    const { out } = await hub('show', 'E-1', '--json');
    expect(JSON.parse(out)).toMatchObject({
      shop: 'nordic',
      status: 200,
      outcome: 'accepted',
      sendings: [
        { outcome: 'duplicate', body: { data: { order_id: 'O-1', name: '•••' } } },
        { outcome: 'accepted', bytes: body.length },
      ],
    });
    expect(out).not.toContain('Zdenka');
    expect((await hub('show', 'E-1')).out).toContain('order.created of nordic, event id E-1');
  });

  it('reveals the body only on request, and records who viewed it', async () => {
    const id = await aSentEvent(db, shop, { eventId: 'E-1', body });
    expect((await hub('show', 'E-1', '--reveal', '--as', 'ada')).out).toContain('Zdenka Quvarova');
    expect(await db.supportAction.findMany()).toMatchObject([
      { actor: 'cli:ada', action: 'event.reveal', subject: `sent_event:${id}` },
    ]);
  });

  it('finds an event without an id by the id of the kept row; a 401 has no body to show', async () => {
    const nothing = { event: null, eventId: null, about: null, field: null, body: null };
    const id = await aSentEvent(db, shop, {
      ...nothing,
      status: 401,
      code: 'unauthorized',
      reason: 'malformed',
    });
    expect((await hub('show', id)).out).toMatch(/401 unauthorized \(malformed\)[\s\S]*the body is not kept/);
    await expect(hub('show', id, '--reveal')).rejects.toThrow('its body is not kept');
    expect(await db.supportAction.count()).toBe(0);
  });

  it('asks for the shop where two used the same id, and says where there is none', async () => {
    const other = await aShop(db, { slug: 'fjord' });
    for (const { id } of [shop, other]) await aDecision({ shopId: id, eventId: 'E-1' });
    await expect(hub('show', 'E-1')).rejects.toThrow('say --shop: fjord, nordic');
    expect((await hub('show', 'E-1', '--shop', 'fjord')).out).toContain('of fjord');
    await expect(hub('show', 'E-2')).rejects.toThrow('no event "E-2"');
  });

  it('says so where the keys given here do not open it', async () => {
    await aSentEvent(db, shop, { eventId: 'E-1', body });
    process.env['HUB_ENCRYPTION_KEY'] = 'ab'.repeat(32);
    expect((await hub('show', 'E-1')).out).toContain('cannot be opened with the keys given here');
  });
});

describe('hub events tail (D33)', () => {
  it('prints the latest and each new one, the oldest first, once each, until it is stopped', async () => {
    await aDecision({ eventId: 'E-1', receivedAt: minutesAgo(2) });
    const seen: (string | null)[] = [];
    const stop = new AbortController();
    const each = ({ event_id }: { event_id: string | null }) => seen.push(event_id);
    const tailing = withDesk({ local: true }, (desk) =>
      tailEvents((since, limit) => desk.ask('events.list', { shop: 'nordic', since, limit }), {
        each,
        stop: stop.signal,
      }),
    );
    await eventually(() => expect(seen).toEqual(['E-1']));
    const refused = {
      eventId: 'E-2',
      status: 422,
      outcome: null,
      code: 'invalid_order',
      receivedAt: new Date(),
    };
    await aDecision(refused);
    await eventually(() => expect(seen).toEqual(['E-1', 'E-2']));
    await aSentEvent(db, shop, refused);
    await aDecision({ eventId: 'E-3', receivedAt: new Date() });
    await eventually(() => expect(seen).toEqual(['E-1', 'E-2', 'E-3']));
    stop.abort();
    await tailing;
  });
});

describe('hub order find', () => {
  it('says why an order was refused, instead of nothing', async () => {
    await aSentEvent(db, shop, { eventId: 'E-1', about: 'O-refused', byIngress: true });
    const { out, notes } = await runHub([addOrderCommand], ['order', 'find', 'O-refused', '--json']);
    expect(JSON.parse(out)).toEqual([]);
    expect(notes).toContain('refused: 422 invalid_request data.currency, order.created of nordic');
  });
});
