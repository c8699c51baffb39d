import { randomUUID } from 'node:crypto';
import type { Database } from '@hub/database';
import { createTestDatabase, waitForLocks, type TestDatabase } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { actOnDeadLetters, freezeDeadLetters, recordActions } from '../src';
import { aDeadLetter, COMMAND_QUEUE } from './stored-dead-letter';

const ADA = 'agent:ada';

let database: TestDatabase;
let db: Database;
beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
}, 60_000);
afterEach(() => database.drop(), 60_000);

const stateOf = async (id: string) => (await db.deadLetter.findUniqueOrThrow({ where: { id } })).state;
const trail = async () =>
  (await db.supportAction.findMany({ orderBy: { id: 'asc' } })).map(({ actor, action, subject }) => ({
    actor,
    action,
    subject,
  }));

describe('replay', () => {
  it('goes into the outbox, byte for byte and to its queue; the failed message is pending, and the trail says who', async () => {
    const body = Buffer.from([0x7b, 0xff, 0x00, 0x7d]);
    const id = await aDeadLetter(db, { body, origin: 'routing.order.created', shopId: 7 });
    expect(await actOnDeadLetters(db, { action: 'replay', ids: [id], actor: ADA })).toEqual({
      done: [id],
      refused: [],
    });
    const [row, ...others] = await db.outbox.findMany();
    const failedMessage = await db.deadLetter.findUniqueOrThrow({ where: { id } });
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      queue: 'routing.order.created',
      type: 'order.created',
      correlation: `C-${id}`,
      payload: null,
      headers: { 'x-dead-letter-id': id, 'x-shop-id': 7 },
      messageId: failedMessage.replayId,
    });
    expect(Buffer.from(row?.body ?? []).equals(body)).toBe(true);
    expect(failedMessage.state).toBe('replaying');
    expect(await trail()).toEqual([
      { actor: ADA, action: 'dead_letter.replay', subject: `dead_letter:${id}` },
    ]);
  });

  it('a second click is refused while one is pending', async () => {
    const id = await aDeadLetter(db);
    await actOnDeadLetters(db, { action: 'replay', ids: [id], actor: ADA });
    const second = await actOnDeadLetters(db, { action: 'replay', ids: [id], actor: 'agent:bo' });
    expect(second).toEqual({ done: [], refused: [{ id, why: 'replay_pending' }] });
    expect(await db.outbox.count()).toBe(1);
    expect(await trail()).toHaveLength(1);
  });

  it('two at the same moment, in opposite order: each failed message is sent once', async () => {
    const ids = [await aDeadLetter(db), await aDeadLetter(db), await aDeadLetter(db)];
    let racing: ReturnType<typeof actOnDeadLetters>[] = [];
    // Given a third who holds the rows until both have reached them.
    await db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM dead_letter ORDER BY id FOR UPDATE`;
      racing = [
        actOnDeadLetters(db, { action: 'replay', ids, actor: ADA }),
        actOnDeadLetters(db, { action: 'replay', ids: ids.toReversed(), actor: 'agent:bo' }),
      ];
      await waitForLocks(db, 2);
    });
    const results = await Promise.all(racing);
    expect(results.flatMap(({ done }) => done).toSorted()).toEqual(ids.toSorted());
    expect(results.flatMap(({ refused }) => refused)).toHaveLength(3);
    expect(await db.outbox.count()).toBe(3);
  });

  it('each refusal is reported, and blocks nothing else', async () => {
    const open = await aDeadLetter(db);
    const resolved = await aDeadLetter(db, { state: 'resolved' });
    const foreign = await aDeadLetter(db, { origin: 'unknown' });
    const missing = randomUUID();
    const ids = [resolved, 'not-an-id', foreign, open, missing, open];
    expect(await actOnDeadLetters(db, { action: 'replay', ids, actor: ADA })).toEqual({
      done: [open],
      refused: [
        { id: resolved, why: 'resolved' },
        { id: 'not-an-id', why: 'unknown' },
        { id: foreign, why: 'origin_unknown' },
        { id: missing, why: 'unknown' },
      ],
    });
  });

  it('many are sent in the given order', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 20; n += 1) ids.push(await aDeadLetter(db));
    await actOnDeadLetters(db, { action: 'replay', ids, actor: ADA });
    const sent = await db.outbox.findMany({ orderBy: { id: 'asc' } });
    expect(sent.map(({ correlation }) => correlation)).toEqual(ids.map((id) => `C-${id}`));
  });
});

describe('support dies in the middle of a bulk replay', () => {
  it('a batch in progress is whole, the rest is unchanged, and a repeat duplicates nothing', async () => {
    // Given 600, so two transactions, of which the second waits for a locked row.
    await db.$executeRaw`
      INSERT INTO dead_letter (id, origin, identity, type, body, headers, reason, attempts, first_failed_at, last_failed_at)
      SELECT gen_random_uuid(), ${COMMAND_QUEUE}, n::text, 't', '{}'::bytea, '{}', 'TypeError', 6, now(), now()
      FROM generate_series(1, 600) AS n`;
    const ids = await freezeDeadLetters(db, {});
    await db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM dead_letter WHERE id = ${ids[599] ?? ''}::uuid FOR UPDATE`;
      const ending = actOnDeadLetters(db, { action: 'replay', ids, actor: ADA }).then(
        () => 'done',
        () => 'cut off',
      );
      await waitForLocks(db, 1);
      // When its connection is cut there.
      await tx.$queryRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      expect(await ending).toBe('cut off');
    });
    // Then the first transaction stands, and the second has left nothing.
    expect(await db.outbox.count()).toBe(500);
    expect(await db.deadLetter.count({ where: { state: 'replaying' } })).toBe(500);
    expect(await db.supportAction.count()).toBe(500);
    const again = await actOnDeadLetters(db, { action: 'replay', ids, actor: ADA });
    expect(again.done).toEqual(ids.slice(500));
    expect(again.refused).toHaveLength(500);
    expect(await db.outbox.count()).toBe(600);
  });
});

describe('discard and restore', () => {
  it('a discarded one is hidden until it is restored', async () => {
    const id = await aDeadLetter(db);
    const act = (action: 'discard' | 'restore' | 'replay') =>
      actOnDeadLetters(db, { action, ids: [id], actor: ADA, note: 'test order' });
    await act('discard');
    expect(await stateOf(id)).toBe('discarded');
    expect((await act('replay')).refused).toEqual([{ id, why: 'discarded' }]);
    await act('restore');
    expect(await stateOf(id)).toBe('open');
    expect((await act('replay')).done).toEqual([id]);
    expect((await act('discard')).refused).toEqual([{ id, why: 'replay_pending' }]);
    const actions = (await trail()).map(({ action }) => action);
    expect(actions).toEqual(['dead_letter.discard', 'dead_letter.restore', 'dead_letter.replay']);
    expect((await db.supportAction.findFirst())?.detail).toEqual({ note: 'test order' });
  });
});

describe("the trail of support's actions", () => {
  it.each([
    'UPDATE support_action SET actor = NULL',
    'DELETE FROM support_action',
    'TRUNCATE support_action',
  ])('is never changed: %s is refused', async (statement) => {
    await db.$transaction((tx) =>
      recordActions(tx, { actor: ADA, action: 'alert.take', subjects: ['alert:1'] }),
    );
    await expect(db.$executeRawUnsafe(statement)).rejects.toThrow('never changed or deleted');
    expect(await trail()).toEqual([{ actor: ADA, action: 'alert.take', subject: 'alert:1' }]);
  });

  it('no action happens if it cannot be recorded', async () => {
    await db.$executeRawUnsafe(`ALTER TABLE support_action ADD CONSTRAINT broken CHECK (actor <> '${ADA}')`);
    const id = await aDeadLetter(db);
    await expect(actOnDeadLetters(db, { action: 'replay', ids: [id], actor: ADA })).rejects.toThrow();
    expect(await stateOf(id)).toBe('open');
    expect(await db.outbox.count({ where: { queue: COMMAND_QUEUE } })).toBe(0);
  });
});
