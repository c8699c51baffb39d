import { inTransaction, type Database } from '@hub/database';
import type { ForecastAnswer, ForecastRequest, Forecasts } from '@hub/messaging';
import { createTestDatabase, testCipher, type TestDatabase } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { advanceBulkRuns } from '../src/messages/runs/advance-run';
import { advanceRunsByEffect } from '../src/messages/runs/advance-by-effect';
import { findBulkRun } from '../src/messages/runs/list-runs';
import { FORECAST_EFFECTS, type ForecastEffect } from '../src/messages/replay-forecast';
import { freezeSelection } from '../src/messages/selections';
import { changeBulkRun, startBulkRun } from './act-on-messages';
import { ACCEPTED } from './forecasts';
import { aDeadLetter } from './stored-dead-letter';

const actor = 'agent:ada';
const ACTS = '00000000000017';
const FAILS = '00000000000024';
const BUSY = '00000000000031';
const ANSWERS: Record<string, ForecastAnswer['end']> = {
  [ACTS]: ACCEPTED.end,
  [FAILS]: { kind: 'fails', reason: 'TypeError' },
  [BUSY]: { kind: 'busy' },
};

let database: TestDatabase;
let db: Database;
let now = Date.now();
let asked: string[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
  now = Date.now();
  asked = [];
}, 60_000);
afterEach(() => database.drop(), 60_000);

/** A failed message about an article, which determines its worker's forecast. */
async function aFailedMessage(gtin: string, overrides = {}): Promise<string> {
  const id = await aDeadLetter(db, overrides);
  const body = new Uint8Array(Buffer.from(JSON.stringify({ gtin })));
  await db.deadLetter.update({ where: { id }, data: { body } });
  return id;
}
const stateOf = async (id: string) => (await db.deadLetter.findUniqueOrThrow({ where: { id } })).state;

/** Starts a replay of all that are open. @returns its id */
async function start(effects: readonly ForecastEffect[], firstMany?: number): Promise<string> {
  const { id: selectionId } = await freezeSelection(db, { actor, filter: { states: ['open'] } });
  return (
    (await startBulkRun(db, { selectionId, action: 'replay', actor, effects, firstMany, now }))?.id ?? ''
  );
}

/** A worker that answers by the article. @param before what happens while it is asked */
function worker(before: () => Promise<unknown> = async () => undefined): Forecasts {
  return {
    ask: async ({ body }: ForecastRequest) => {
      await before();
      const gtin = Object.keys(ANSWERS).find((known) => body.includes(known)) ?? '';
      asked.push(gtin);
      const end = ANSWERS[gtin];
      return end ? { ...ACCEPTED, end } : null;
    },
  };
}

const advance = (forecasts: Forecasts = worker()) =>
  advanceRunsByEffect(db, { forecasts, cipher: testCipher(), now });
async function advanceAll(): Promise<void> {
  while ((await advance()) > 0);
}

describe('a bulk replay with some effects selected', () => {
  it('sends only those whose replay has a selected effect; skips the others, counted', async () => {
    const [acts, fails, busy] = [
      await aFailedMessage(ACTS),
      await aFailedMessage(FAILS),
      await aFailedMessage(BUSY),
    ];
    const id = await start(['acts']);
    await inTransaction(db, (tx) => advanceBulkRuns(tx, now));
    expect(await db.outbox.count()).toBe(0);
    await advanceAll();
    expect([await stateOf(acts), await stateOf(fails), await stateOf(busy)]).toEqual([
      'replaying',
      'open',
      'open',
    ]);
    const found = await findBulkRun(db, id);
    expect(found?.run).toMatchObject({ state: 'finished', next: 3, effects: ['acts'] });
    expect(found?.refused).toEqual([
      { why: 'not_known', count: 1 },
      { why: 'other_effect', count: 1 },
    ]);
  });

  it('skips messages whose worker does not run and gives no forecast', async () => {
    const failedMessage = await aFailedMessage(ACTS);
    const id = await start(['acts', 'resumes']);
    await advance({ ask: async () => null });
    expect(await stateOf(failedMessage)).toBe('open');
    expect((await findBulkRun(db, id))?.refused).toEqual([{ why: 'not_known', count: 1 }]);
  });

  it('whose process dies while workers are asked continues where it was, and asks for no decided one again', async () => {
    for (let failedMessages = 0; failedMessages < 25; failedMessages += 1)
      await aFailedMessage(failedMessages % 2 === 0 ? ACTS : FAILS);
    const id = await start(['acts']);
    await advance();
    expect((await findBulkRun(db, id))?.run.next).toBe(20);
    const killed = worker(() => Promise.reject(new Error('killed')));
    await expect(advance(killed)).rejects.toThrow('killed');
    expect([await advance(), await db.outbox.count()]).toEqual([0, 10]);
    now += 60_000;
    await advanceAll();
    expect([asked.length, await db.outbox.count()]).toEqual([25, 13]);
    expect((await findBulkRun(db, id))?.refused).toEqual([{ why: 'other_effect', count: 12 }]);
  });

  it('is claimed by one process at a time; paused meanwhile, it sends nothing', async () => {
    const failedMessage = await aFailedMessage(ACTS);
    const id = await start(['acts']);
    await advance(
      worker(async () => {
        expect(await advance()).toBe(0);
        await changeBulkRun(db, { id, change: 'pause', actor, now });
      }),
    );
    expect([await stateOf(failedMessage), (await findBulkRun(db, id))?.run.next]).toEqual(['open', 0]);
    await changeBulkRun(db, { id, change: 'resume', actor, now });
    await advanceAll();
    expect(await stateOf(failedMessage)).toBe('replaying');
  });

  it('tries others first in the place of those that it skips', async () => {
    for (const gtin of [FAILS, ACTS, ACTS, ACTS])
      await aFailedMessage(gtin, { firstFailedAt: new Date((now += 1_000)) });
    await start(['acts'], 2);
    await advanceAll();
    expect(await db.outbox.count()).toBe(2);
    await db.deadLetter.updateMany({ where: { state: 'replaying' }, data: { state: 'resolved' } });
    now += 1_000;
    await advanceAll();
    expect(await db.outbox.count()).toBe(3);
  });

  it('with all of them selected is an ordinary run: no forecast is requested', async () => {
    await aFailedMessage(FAILS);
    const id = await start(FORECAST_EFFECTS);
    expect((await findBulkRun(db, id))?.run).toMatchObject({ state: 'finished', effects: null });
    expect([asked, await db.outbox.count()]).toEqual([[], 1]);
  });
});
