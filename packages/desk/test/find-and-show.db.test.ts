import { randomUUID } from 'node:crypto';
import type { Database } from '@hub/database';
import { aShop, createTestDatabase, type StoredShop, type TestDatabase, testCipher } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { revealDeadLetter, showDeadLetter } from '../src/messages/show-dead-letter';
import { freezeDeadLetters, groupDeadLetters, listDeadLetters } from '../src/messages/find-dead-letters';
import { ACCEPTED, workersThat } from './forecasts';
import { aDeadLetter, anOrderEvent, COMMAND_QUEUE } from './stored-dead-letter';

const NO_PEOPLE = workersThat(null);

const ORDERS = 'routing.order.created';
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute));

let database: TestDatabase;
let db: Database;
let shop: StoredShop;
beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
  shop = await aShop(db);
}, 60_000);
afterEach(() => database.drop(), 60_000);

const list = async (filter: Parameters<typeof freezeDeadLetters>[1]) =>
  (await listDeadLetters(db, { filter, limit: 100 })).map(({ id }) => id);

describe('finding failed messages', () => {
  it('by shop, type, queue, reason and state; the latest failure first', async () => {
    const older = await aDeadLetter(db, { lastFailedAt: at(1) });
    const newer = await aDeadLetter(db, { lastFailedAt: at(2), reason: 'unreadable' });
    const ofShop = await aDeadLetter(db, { lastFailedAt: at(3), origin: ORDERS, shopId: shop.id });
    const done = await aDeadLetter(db, { lastFailedAt: at(4), state: 'resolved' });
    expect(await list({})).toEqual([done, ofShop, newer, older]);
    expect(await list({ shopId: shop.id })).toEqual([ofShop]);
    expect(await list({ type: 'order.created' })).toEqual([ofShop]);
    expect(await list({ origin: COMMAND_QUEUE, states: ['open', 'replaying'] })).toEqual([newer, older]);
    expect(await list({ reason: 'unreadable' })).toEqual([newer]);
    const [summary] = await listDeadLetters(db, { filter: { shopId: shop.id }, limit: 1 });
    expect(summary).toMatchObject({ shop: shop.slug, type: 'order.created', count: 1, attempts: 6 });
  });

  it('by order id, event id or correlation', async () => {
    const body = anOrderEvent({ order_id: 'O-77' });
    const { event_id: eventId } = JSON.parse(body.toString('utf8'));
    const id = await aDeadLetter(db, { origin: ORDERS, shopId: shop.id, orderId: 'O-77', body });
    await aDeadLetter(db);
    for (const text of ['O-77', eventId, `C-${id}`]) expect(await list({ text })).toEqual([id]);
    expect(await list({ text: 'nobody' })).toEqual([]);
  });

  it('page by page, also if several failed at the same moment', async () => {
    for (let n = 0; n < 5; n += 1) await aDeadLetter(db, { lastFailedAt: at(1) });
    const all = await listDeadLetters(db, { limit: 10 });
    const seen: string[] = [];
    for (let last = undefined as (typeof all)[number] | undefined; ;) {
      const page = await listDeadLetters(db, { limit: 2, ...(last ? { after: last } : {}) });
      seen.push(...page.map(({ id }) => id));
      last = page.at(-1);
      if (page.length < 2) break;
    }
    expect(seen).toEqual(all.map(({ id }) => id));
  });

  it('by cause, with how many, how often and at how many shops', async () => {
    await aDeadLetter(db, { reason: 'unreadable' });
    await aDeadLetter(db, { origin: ORDERS, shopId: shop.id, firstFailedAt: at(1), lastFailedAt: at(2) });
    await aDeadLetter(db, { origin: ORDERS, shopId: shop.id + 1, firstFailedAt: at(3), lastFailedAt: at(4) });
    expect(await groupDeadLetters(db, { states: ['open'] })).toMatchObject([
      {
        origin: ORDERS,
        reason: 'TypeError',
        failedMessages: 2,
        deaths: 2,
        shops: 2,
        firstFailedAt: at(1),
        lastFailedAt: at(4),
      },
      { origin: COMMAND_QUEUE, reason: 'unreadable', failedMessages: 1, shops: 0 },
    ]);
  });

  it('a frozen set holds what matched then, the first to fail first', async () => {
    const second = await aDeadLetter(db, { firstFailedAt: at(2) });
    const first = await aDeadLetter(db, { firstFailedAt: at(1) });
    const frozen = await freezeDeadLetters(db, { states: ['open'] });
    await aDeadLetter(db);
    expect(frozen).toEqual([first, second]);
  });
});

describe('viewing a failed message', () => {
  it('D29: the body is shown without personal data', async () => {
    const id = await aDeadLetter(db, {
      origin: ORDERS,
      shopId: shop.id,
      body: anOrderEvent({ order_id: 'O-1' }),
    });
    const shown = await showDeadLetter(db, id, { forecasts: NO_PEOPLE, cipher: testCipher() });
    expect(shown).toMatchObject({ id, shop: shop.slug, state: 'open', eventId: expect.any(String) });
    expect(JSON.stringify(shown?.maskedBody)).toContain('O-1');
    expect(JSON.stringify(shown)).not.toMatch(/Ada|Lind|Storgatan|111 22|customer\.example/);
  });

  it('the agent who has it revealed is in the trail', async () => {
    const body = anOrderEvent();
    const id = await aDeadLetter(db, { origin: ORDERS, shopId: shop.id, body });
    expect(await revealDeadLetter(db, { id, actor: 'agent:ada', cipher: testCipher() })).toEqual(body);
    const shown = await showDeadLetter(db, id, { forecasts: NO_PEOPLE, cipher: testCipher() });
    expect(shown?.actions).toMatchObject([{ actor: 'agent:ada', action: 'dead_letter.reveal' }]);
  });

  it('bytes that are not JSON are not shown: personal data in them cannot be masked', async () => {
    const id = await aDeadLetter(db, { body: Buffer.from('Ada Lind') });
    expect(await showDeadLetter(db, id, { forecasts: NO_PEOPLE, cipher: testCipher() })).toMatchObject({
      maskedBody: null,
      bodyBytes: 8,
    });
  });

  it('shows the effect of a replay, as forecast by its worker', async () => {
    const body = anOrderEvent({ order_id: 'O-1' });
    const id = await aDeadLetter(db, { origin: ORDERS, shopId: shop.id, body });
    const workers = workersThat(ACCEPTED);
    expect((await showDeadLetter(db, id, { forecasts: workers, cipher: testCipher() }))?.forecast).toEqual({
      effect: 'acts',
      says: 'accepted; then: Choosing shops for an order',
    });
    expect(workers.asked).toEqual([{ queue: ORDERS, type: 'order.created', shopId: shop.id, body }]);
  });

  it.each([
    ['its worker is away', {}, 'no forecast: routing does not answer'],
    ['it ended its workers: none is asked', { reason: 'delivery_limit' }, 'no forecast: workers ended'],
    ['it cannot be read', { body: Buffer.from('broken') }, 'it could not be read'],
  ])('%s: it says so', async (_, given, says) => {
    const id = await aDeadLetter(db, { origin: ORDERS, shopId: shop.id, body: anOrderEvent(), ...given });
    expect((await showDeadLetter(db, id, { forecasts: NO_PEOPLE, cipher: testCipher() }))?.forecast).toEqual({
      effect: 'unclear',
      says: expect.stringContaining(says),
    });
  });

  it('a missing one is null', async () => {
    expect(await showDeadLetter(db, randomUUID(), { forecasts: NO_PEOPLE, cipher: testCipher() })).toBeNull();
    expect(await showDeadLetter(db, 'no id', { forecasts: NO_PEOPLE, cipher: testCipher() })).toBeNull();
    expect(await revealDeadLetter(db, { id: 'no id', actor: 'agent:ada', cipher: testCipher() })).toBeNull();
  });
});
