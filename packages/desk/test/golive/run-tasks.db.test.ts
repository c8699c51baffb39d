import { randomUUID } from 'node:crypto';
import { inTransaction } from '@hub/database';
import { aShop, createTestDatabase, eventually, waitForLocks, type TestDatabase } from '@hub/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { answerTask, runTasks } from '../../src/golive/rehearsal/run-tasks';

let database: TestDatabase;
let run: { id: string; shopId: number };
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  const { id: shopId } = await aShop(database.db, {});
  run = { id: randomUUID(), shopId };
  const leaseUntil = new Date(Date.now() + 600_000);
  await database.db.rehearsalRun.create({ data: { ...run, startedBy: 'shop:nordic/ada', leaseUntil } });
});

const ending = new AbortController();
afterEach(() => ending.abort());

const row = () => database.db.rehearsalRun.findUniqueOrThrow({ where: { shopId: run.shopId } });
const tasks = () => {
  const { signal } = new AbortController();
  return runTasks(database.db, { id: run.id, signal, end: () => undefined }, 10);
};

describe("D32: a rehearsal's question at the door", () => {
  it('is shown though the question before it, whose event arrived, is still being withdrawn', async () => {
    const asked = tasks();
    const over = new AbortController();
    let first: Promise<string | null> = Promise.resolve('not asked');
    let second: Promise<string | null> = Promise.resolve('not asked');
    // Given a database that is slow just now: neither question is written yet as the event of the first arrives.
    await inTransaction(database.db, async (tx) => {
      await tx.$queryRaw`SELECT 1 AS one FROM "rehearsal_run" WHERE "shop_id" = ${run.shopId} FOR UPDATE`;
      first = asked.ask({ text: 'sell one', expects: 'event' }, over.signal);
      await waitForLocks(database.db, 1);
      over.abort();
      second = asked.ask({ text: 'how much discount has it?', expects: 'amount' }, ending.signal);
      await waitForLocks(database.db, 2);
    });
    // When both are written, and the first is over.
    expect(await first).toBeNull();
    await eventually(async () => expect((await row()).taskNumber).toBe(2));
    // Then the second is asked, and can be answered.
    expect(await row()).toMatchObject({ task: 'how much discount has it?', taskExpects: 'amount' });
    const acting = { role: 'shop', shop: { id: run.shopId, slug: 'nordic' }, now: Date.now() } as const;
    const said = { task: 2, answer: 'figure', figure: 3 };
    const by = { ...acting, db: database.db, actor: 'shop:nordic/ada' };
    expect(await answerTask.act(by, said)).toMatchObject({ kind: 'done' });
    expect(await second).toBe('3');
    expect(await row()).toMatchObject({ task: null, taskAnswer: null });
  });
});
