import { createHash, randomUUID } from 'node:crypto';
import { inSqlTransaction, inTransaction, Prisma, rows, type Sql } from '@hub/database';
import { createTestDatabase, eventually, openSession, waitForLocks, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { isTransientConflict } from '../src/failure';
import { claimEvents, IS_NEW, type LedgerKey } from '../src/events/ledger';
import { DecidedBefore, enterVerdicts, findUndecided } from '../src/events/ledger-at-end';
import { addLedgerDays, dropLedgerDays } from '../src/events/ledger-days';

const PlanRow = z.object({ 'QUERY PLAN': z.string() });

/** D30: the ledger of stock events is dropped by the day; one id stays one effect, across midnight too. */

const DAY_MS = 86_400_000;
const MIDNIGHT = Date.parse('2027-03-01T00:00:00Z');
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await inTransaction(database.db, (tx) => addLedgerDays(tx, MIDNIGHT - 2 * DAY_MS, 8));
}, 60_000);
afterAll(() => database.drop());

const aKey = (
  event: LedgerKey['event'] = 'inventory.updated',
  eventId: string = randomUUID(),
): LedgerKey => ({
  shopId: 1,
  eventId,
  event,
  bodySha256: createHash('sha256').update(eventId).digest(),
});

/** Decides an event, as a worker does when its database's clock is `ms` from midnight. */
async function decide(tx: Sql, key: LedgerKey, ms: number): Promise<void> {
  const at = Prisma.sql`${new Date(MIDNIGHT + ms)}::timestamptz`;
  const [isUndecided] = await findUndecided(tx, [key]);
  if (!isUndecided) throw new DecidedBefore();
  await enterVerdicts(tx, [{ key, subject: 'V-1', verdict: { status: 200, outcome: 'accepted' } }], at);
}
const decideAlone = (key: LedgerKey, ms: number) =>
  inSqlTransaction(database.db, (tx) => decide(tx, key, ms));
/** Whether another had decided the event; then all is decided again without it. */
const refused = (key: LedgerKey, ms: number) => decideAlone(key, ms).then(() => false, isTransientConflict);
const isDecided = async (key: LedgerKey) =>
  inTransaction(database.db, async (tx) => (await findUndecided(tx, [key])).includes(false));
const dayOf = async ({ eventId }: LedgerKey) =>
  (await database.db.eventLedger.findFirst({ where: { eventId } }))?.day.toISOString().slice(0, 10);

describe('D30: one id, one effect across midnight', () => {
  it('an event of 23:59:59 that is sent again after 00:00 was decided before', async () => {
    const key = aKey();
    await decideAlone(key, -1_000);
    expect(await dayOf(key)).toBe('2027-02-28');
    expect(await refused(key, 1_000)).toBe(true);
    expect(await isDecided(key)).toBe(true);
  });

  it.each([1, 2, 5])('and so it is %s days later', async (days) => {
    const key = aKey();
    await decideAlone(key, -12 * 3_600_000);
    expect(await refused(key, (days - 0.5) * DAY_MS)).toBe(true);
  });

  it.each([
    ['both about midnight', -1, 1],
    ['one began long before the other', -15_000, 15_000],
    ['the clock of the database was set back between them', 1, -1],
  ])('at the same moment on two machines, one decides: %s', async (_, first, second) => {
    const key = aKey();
    let other: Promise<boolean> = Promise.resolve(false);
    await inSqlTransaction(database.db, async (tx) => {
      await decide(tx, key, first);
      await tx.$queryRaw`SELECT 1`;
      other = refused(key, second);
      await waitForLocks(database.db);
    });
    expect(await other).toBe(true);
    expect(await database.db.eventLedger.count({ where: { eventId: key.eventId } })).toBe(1);
  });

  it('if the first of the two fails, the second decides', async () => {
    const key = aKey();
    let other: Promise<boolean> = Promise.resolve(false);
    const failed = inSqlTransaction(database.db, async (tx) => {
      await decide(tx, key, -1);
      await tx.$queryRaw`SELECT 1`;
      other = refused(key, 1);
      await waitForLocks(database.db);
      throw new Error('its process died');
    });
    await expect(failed).rejects.toThrow('its process died');
    expect(await other).toBe(false);
    expect(await dayOf(key)).toBe('2027-03-01');
  });

  it('an id that another kind of event has is not taken for new', async () => {
    const [stock, order] = [aKey(), aKey('order.created')];
    await decideAlone(stock, 0);
    await inTransaction(database.db, (tx) => claimEvents(tx, [order]));
    const claimed = await inTransaction(database.db, (tx) =>
      claimEvents(tx, [aKey('order.created', stock.eventId)]),
    );
    expect(claimed).toEqual([false]);
    expect(await refused(aKey('inventory.updated', order.eventId), 0)).toBe(true);
  });
});

describe('D30: the days of the ledger', () => {
  it('are queried by the key of each, also by a plan that was made while they were empty', async () => {
    const plan = await inTransaction(database.db, async (tx) => {
      await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
      return rows(
        PlanRow,
        tx.$queryRaw(Prisma.sql`
        EXPLAIN SELECT ${IS_NEW} FROM unnest('{1}'::int[], '{E}'::text[]) AS d (shop_id, event_id)`),
      );
    });
    const scans = plan.map((row) => row['QUERY PLAN']).filter((line) => line.includes('Scan using'));
    expect(scans.length).toBeGreaterThan(8);
    expect(scans.filter((line) => !line.includes('_pkey'))).toEqual([]);
  });

  it('without a partition yet lose nothing: their events are kept, and one id stays one effect once it exists', async () => {
    const key = aKey();
    await decideAlone(key, 20 * DAY_MS);
    expect(await dayOf(key)).toBe('9999-12-31');
    await inTransaction(database.db, (tx) => addLedgerDays(tx, MIDNIGHT + 20 * DAY_MS, 1));
    expect(await refused(key, 20 * DAY_MS + 3_600_000)).toBe(true);
  });

  it('are created beside intake in progress, which waits for nothing', async () => {
    const [open, another] = [aKey(), aKey()];
    await inTransaction(database.db, async (tx) => {
      await decide(tx, open, 3_600_000);
      await inTransaction(database.db, (other) => addLedgerDays(other, MIDNIGHT + 40 * DAY_MS, 2));
      await decideAlone(another, 40 * DAY_MS);
    });
    expect(await dayOf(another)).toBe('2027-04-10');
  });

  it("are dropped only when over; a long holder of the ledger's lock finishes first", async () => {
    const [old, young] = [aKey(), aKey()];
    await decideAlone(old, -1.5 * DAY_MS);
    await decideAlone(young, 3_600_000);
    const drop = () => inTransaction(database.db, (tx) => dropLedgerDays(tx, MIDNIGHT - DAY_MS));

    const reader = await openSession(database.url);
    await reader.query('BEGIN; SELECT count(*) FROM event_ledger');
    await expect(drop()).rejects.toThrow(/lock/);
    await reader.end();

    // The template of the tests has its own days.
    expect(await eventually(drop)).toBeGreaterThan(0);
    expect([await isDecided(old), await isDecided(young)]).toEqual([false, true]);
    expect(await drop()).toBe(0);
  });

  it('keep every event but those of stock permanently, though a batch decided it', async () => {
    const kept = aKey('order.created');
    await decideAlone(kept, -1);
    expect(await dayOf(kept)).toBe('9999-12-31');
    await eventually(() => inTransaction(database.db, (tx) => dropLedgerDays(tx, MIDNIGHT + 5 * DAY_MS)));
    expect(await refused({ ...kept, bodySha256: Buffer.alloc(32) }, 30 * DAY_MS)).toBe(true);
  });
});
