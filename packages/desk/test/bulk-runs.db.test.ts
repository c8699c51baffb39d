import { inTransaction, type Database } from '@hub/database';
import { createTestDatabase, type TestDatabase } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { advanceBulkRuns } from '../src/messages/runs/advance-run';
import { freezeSelection } from '../src/messages/selections';
import { changeBulkRun, startBulkRun } from './act-on-messages';
import { listBulkRuns, findBulkRun } from '../src/messages/runs/list-runs';
import { COMMAND_QUEUE } from './stored-dead-letter';

const actor = 'lead:ada';

let database: TestDatabase;
let db: Database;
let now = Date.now();
beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
  now = Date.now();
}, 60_000);
afterEach(() => database.drop(), 60_000);

/** Freezes a set of this many open failed messages. @returns its id */
async function aSet(many: number): Promise<string> {
  await db.$executeRaw`
    INSERT INTO dead_letter (id, origin, identity, type, body, headers, reason, attempts, first_failed_at, last_failed_at)
    SELECT gen_random_uuid(), ${COMMAND_QUEUE}, gen_random_uuid()::text, 'network-quantity.recalculate', '{}'::bytea, '{}', 'TypeError', 6,
      now() + n * interval '1 ms', now()
    FROM generate_series(1, ${many}) AS n`;
  return (await freezeSelection(db, { actor, filter: { states: ['open'] } })).id;
}

async function start(many: number, how: { firstMany?: number; perMinute?: number } = {}): Promise<string> {
  const run = await startBulkRun(db, { selectionId: await aSet(many), action: 'replay', actor, now, ...how });
  return run?.id ?? '';
}

const advance = () => inTransaction(db, (tx) => advanceBulkRuns(tx, now));
async function advanceAll(): Promise<void> {
  while ((await advance()) > 0);
}
const standing = async (id: string) => (await findBulkRun(db, id))?.run;
const replaying = () => db.deadLetter.count({ where: { state: 'replaying' } });

describe('a bulk run', () => {
  it('processes its first batch at once and the rest automatically, under one audit row', async () => {
    const id = await start(1_201);
    expect(await replaying()).toBe(500);
    await advanceAll();
    expect([await replaying(), await db.outbox.count()]).toEqual([1_201, 1_201]);
    expect(await standing(id)).toMatchObject({
      state: 'finished',
      next: 1_201,
      size: 1_201,
      startedBy: actor,
    });
    expect(await db.supportAction.findMany()).toMatchObject([
      { actor, action: 'bulk_run.replay', subject: `bulk_run:${id}`, detail: { messages: 1_201 } },
    ]);
  });

  it('whose process dies within a batch continues where it was: none is skipped, none sent twice', async () => {
    const id = await start(1_100);
    await expect(
      inTransaction(db, async (tx) => {
        await advanceBulkRuns(tx, now);
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    expect((await standing(id))?.next).toBe(500);
    await advanceAll();
    expect([await replaying(), await db.outbox.count()]).toEqual([1_100, 1_100]);
  });

  it('is advanced by two processes at once, and each message is sent once', async () => {
    const id = await start(3_000);
    await Promise.all([advanceAll(), advanceAll(), advanceAll()]);
    await advanceAll();
    expect(await db.outbox.count()).toBe(3_000);
    expect(await standing(id)).toMatchObject({ state: 'finished' });
  });

  it('is paused, resumed and stopped, each in the audit; what was done stays done', async () => {
    const id = await start(2_000);
    const change = (what: 'pause' | 'resume' | 'stop') => changeBulkRun(db, { id, change: what, actor, now });
    expect(await change('resume')).toBe(false);
    expect(await change('pause')).toBe(true);
    expect([await advance(), await replaying()]).toEqual([0, 500]);
    expect(await change('resume')).toBe(true);
    expect([await advance(), await replaying()]).toEqual([1, 1_000]);
    expect(await change('stop')).toBe(true);
    await advanceAll();
    expect(await replaying()).toBe(1_000);
    expect([await change('resume'), await change('stop')]).toEqual([false, false]);
    const audit = await db.supportAction.findMany({ orderBy: { id: 'asc' } });
    expect(audit.map(({ action }) => action)).toEqual([
      'bulk_run.replay',
      'bulk_run.pause',
      'bulk_run.resume',
      'bulk_run.stop',
    ]);
  });

  it('keeps to its limit', async () => {
    await start(100, { perMinute: 120 });
    expect(await replaying()).toBe(10);
    await advanceAll();
    expect(await replaying()).toBe(10);
    now += 5_000;
    await advanceAll();
    expect(await replaying()).toBe(20);
  });

  it('skips what has changed since the set was chosen, and counts why', async () => {
    const selectionId = await aSet(3);
    const [gone, discarded] = await db.deadLetter.findMany({ orderBy: { firstFailedAt: 'asc' } });
    await db.deadLetter.delete({ where: { id: gone?.id ?? '' } });
    await db.deadLetter.update({ where: { id: discarded?.id ?? '' }, data: { state: 'discarded' } });
    const run = await startBulkRun(db, { selectionId, action: 'replay', actor, now });
    expect(run).toMatchObject({ done: 1, left: 0 });
    expect((await findBulkRun(db, run?.id ?? ''))?.refused).toEqual([
      { why: 'discarded', count: 1 },
      { why: 'unknown', count: 1 },
    ]);
  });

  it('is listed, the newest first', async () => {
    const older = await start(1);
    const newer = await start(1);
    expect((await listBulkRuns(db, { limit: 10 })).map(({ id }) => id)).toEqual([newer, older]);
    expect((await listBulkRuns(db, { limit: 10, after: newer })).map(({ id }) => id)).toEqual([older]);
  });
});

describe('ten first, the rest if they succeed', () => {
  it('waits for those ten, and continues once all have succeeded', async () => {
    const id = await start(40, { firstMany: 10 });
    await advance();
    expect(await replaying()).toBe(10);
    await db.deadLetter.updateMany({ where: { state: 'replaying' }, data: { state: 'resolved' } });
    now += 1_000;
    await advanceAll();
    expect([await replaying(), (await standing(id))?.state]).toEqual([30, 'finished']);
  });

  it('pauses where one of them failed again; resumed, the rest follow', async () => {
    const id = await start(40, { firstMany: 10 });
    await db.deadLetter.updateMany({
      where: { state: 'replaying' },
      data: { state: 'open', replayId: null },
    });
    await advanceAll();
    expect(await standing(id)).toMatchObject({ state: 'paused', changedBy: null, next: 10 });
    await changeBulkRun(db, { id, change: 'resume', actor, now });
    await advanceAll();
    expect(await replaying()).toBe(30);
  });
});
