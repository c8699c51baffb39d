import { randomUUID } from 'node:crypto';
import type { Database } from '@hub/database';
import { commandQueue, COMMANDS } from '@hub/messaging';
import { aShop, createTestDatabase, type TestDatabase, testCipher } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findSelection, freezeSelection } from '../src/messages/selections';
import { forecastSelection } from '../src/messages/forecast-selection';
import { actOnDeadLetters, startBulkRun } from './act-on-messages';
import { ACCEPTED, workersThat } from './forecasts';
import { aDeadLetter } from './stored-dead-letter';

const actor = 'agent:ada';
const ROUTE = commandQueue(COMMANDS.routeOrder).name;

let database: TestDatabase;
let db: Database;
beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
}, 60_000);
afterEach(() => database.drop(), 60_000);

const freezeOpen = () => freezeSelection(db, { actor, filter: { states: ['open'] } });
const act = (selectionId: string, action: 'replay' | 'discard' | 'restore' = 'replay') =>
  startBulkRun(db, { selectionId, action, actor, note: 'mended', now: Date.now() });

describe('a frozen set', () => {
  it('holds what matched when it was viewed: what fails later is not in it', async () => {
    const [one, other] = [await aDeadLetter(db), await aDeadLetter(db)];
    await aDeadLetter(db, { state: 'discarded' });
    const selection = await freezeOpen();
    const later = await aDeadLetter(db);
    expect(selection.count).toBe(2);
    expect(await act(selection.id)).toMatchObject({ done: 2, refused: [], left: 0 });
    const states = new Map(
      (await db.deadLetter.findMany()).map(({ id, state }): [string, string] => [id, state]),
    );
    expect([states.get(one), states.get(other), states.get(later)]).toEqual([
      'replaying',
      'replaying',
      'open',
    ]);
    expect(await db.supportAction.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
      { actor, action: 'bulk_run.replay', detail: { note: 'mended', messages: 2 } },
    ]);
  });

  it('shows the filter as text, and who set it', async () => {
    const shop = await aShop(db, { slug: 'nordic' });
    const filter = { shopId: shop.id, type: 'order.created', states: ['open' as const], text: 'a@b.example' };
    const { id } = await freezeSelection(db, { actor, filter });
    expect(await findSelection(db, id)).toMatchObject({
      count: 0,
      createdBy: actor,
      filter: 'shop nordic, type order.created, open, about •••',
    });
    const chosen = await freezeSelection(db, { actor, ids: [await aDeadLetter(db), 'no id'] });
    expect(await findSelection(db, chosen.id)).toMatchObject({ count: 1, filter: 'chosen one by one' });
  });

  it('acted on twice, also at the same moment: each is sent once', async () => {
    await aDeadLetter(db);
    await aDeadLetter(db);
    const { id } = await freezeOpen();
    const ends = await Promise.all([act(id), act(id)]);
    expect(ends.map((end) => end?.done ?? 0).reduce((a, b) => a + b)).toBe(2);
    expect(await db.outbox.count()).toBe(2);
    expect(await act(id)).toMatchObject({ done: 0, refused: [{ why: 'replay_pending', count: 2 }] });
  });

  it('what has changed meanwhile is refused with its reason, counted', async () => {
    const failedMessages = [await aDeadLetter(db), await aDeadLetter(db), await aDeadLetter(db)];
    const { id } = await freezeOpen();
    await actOnDeadLetters(db, { action: 'discard', ids: failedMessages.slice(0, 1), actor, note: 'test' });
    await db.deadLetter.delete({ where: { id: failedMessages[1] ?? '' } });
    expect(await act(id)).toMatchObject({
      done: 1,
      refused: [
        { why: 'discarded', count: 1 },
        { why: 'unknown', count: 1 },
      ],
    });
  });

  it('a missing one is reported as such', async () => {
    for (const id of [randomUUID(), 'no id']) {
      expect(await findSelection(db, id)).toBeNull();
      expect(
        await forecastSelection(db, id, { forecasts: workersThat(null), cipher: testCipher() }),
      ).toBeNull();
      expect(await act(id)).toBeNull();
    }
  });
});

describe('the forecast of a frozen set', () => {
  it('counts the effects of a replay, with samples', async () => {
    const figures = [await aDeadLetter(db), await aDeadLetter(db)];
    const pending = await aDeadLetter(db);
    const { id } = await freezeOpen();
    await actOnDeadLetters(db, { action: 'replay', ids: [pending], actor });
    const forecast = await forecastSelection(db, id, {
      forecasts: workersThat(ACCEPTED),
      cipher: testCipher(),
    });
    expect(forecast).toMatchObject({ total: 3, lookedAt: 3 });
    expect(forecast?.kinds).toEqual([
      { effect: 'acts', says: expect.any(String), count: 2, samples: expect.arrayContaining(figures) },
      { effect: 'impossible', says: 'its replay is pending', count: 1, samples: [pending] },
    ]);
  });

  it('of a large one a sample is forecast, evenly spread, and it says so', async () => {
    await db.$executeRaw`
      INSERT INTO dead_letter (id, origin, identity, type, body, headers, reason, attempts, first_failed_at, last_failed_at)
      SELECT gen_random_uuid(), ${ROUTE}, n::text, 'order.route', CASE WHEN n <= 1500
          THEN convert_to(format('{"sellerOrderId":"%s"}', gen_random_uuid()), 'UTF8') ELSE 'broken'::bytea END,
        '{}', 'TypeError', 6, now() + n * interval '1 second', now()
      FROM generate_series(1, 2000) AS n`;
    const workers = workersThat(ACCEPTED);
    const forecast = await forecastSelection(db, (await freezeOpen()).id, {
      forecasts: workers,
      cipher: testCipher(),
    });
    expect(workers.asked).toHaveLength(38);
    expect(forecast).toMatchObject({ total: 2_000, lookedAt: 50 });
    expect(forecast?.kinds.map(({ effect, count }) => [effect, count])).toEqual([
      ['acts', 38],
      ['unclear', 12],
    ]);
    expect(forecast?.kinds[0]?.samples).toHaveLength(5);
  });

  it('a worker that does not answer is not asked for each', async () => {
    for (let failedMessages = 0; failedMessages < 20; failedMessages += 1) await aDeadLetter(db);
    const workers = workersThat(null);
    expect(
      (await forecastSelection(db, (await freezeOpen()).id, { forecasts: workers, cipher: testCipher() }))
        ?.kinds,
    ).toMatchObject([{ effect: 'unclear', says: 'no forecast: inventory does not answer', count: 20 }]);
    expect(workers.asked.length).toBeLessThanOrEqual(5);
  });
});
