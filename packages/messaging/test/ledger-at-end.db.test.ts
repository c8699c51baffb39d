import { createHash, randomUUID } from 'node:crypto';
import { inSqlTransaction } from '@hub/database';
import { createTestDatabase, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isTransientConflict } from '../src/failure';
import type { LedgerKey } from '../src/events/ledger';
import { enterVerdicts, findUndecided } from '../src/events/ledger-at-end';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database.drop());

const aKey = (eventId: string = randomUUID(), shopId = 1): LedgerKey => ({
  shopId,
  eventId,
  event: 'inventory.updated',
  bodySha256: createHash('sha256').update(eventId).digest(),
});
const accepted = { status: 200 as const, outcome: 'accepted' as const };
const find = (keys: LedgerKey[]) => inSqlTransaction(database.db, (tx) => findUndecided(tx, keys));
const enter = (keys: LedgerKey[]) =>
  inSqlTransaction(database.db, (tx) =>
    enterVerdicts(
      tx,
      keys.map((key) => ({ key, subject: 'V-1', verdict: accepted })),
    ),
  );

describe('D6: the ledger of events that are handled in batches', () => {
  it('gives an undecided event to its first delivery only', async () => {
    const [known, fresh] = [aKey(), aKey()];
    await enter([known]);
    expect(await find([fresh, known, fresh])).toEqual([true, false, false]);
  });

  it('distinguishes the same event id of two shops', async () => {
    await enter([aKey('E-1', 1)]);
    expect(await find([aKey('E-1', 1), aKey('E-1', 2)])).toEqual([false, true]);
  });

  it('enters verdict and body of each event in one statement', async () => {
    const key = aKey();
    await enter([aKey(), key]);
    const row = await database.db.eventLedger.findFirstOrThrow({
      where: { shopId: 1, eventId: key.eventId },
    });
    expect(row).toMatchObject({
      status: 200,
      outcome: 'accepted',
      subject: 'V-1',
      event: 'inventory.updated',
    });
    expect(Buffer.from(row.bodySha256)).toEqual(key.bodySha256);
  });

  it('reruns the transaction if another delivery was decided meanwhile, and leaves nothing of it', async () => {
    const [contested, other] = [aKey(), aKey()];
    const losing = inSqlTransaction(database.db, async (tx) => {
      expect(await findUndecided(tx, [contested, other])).toEqual([true, true]);
      await enter([contested]);
      await enterVerdicts(
        tx,
        [other, contested].map((key) => ({ key, subject: null, verdict: accepted })),
      );
    });
    const error: unknown = await losing.catch((thrown: unknown) => thrown);
    expect(isTransientConflict(error)).toBe(true);
    expect(await find([contested, other])).toEqual([false, true]);
  });
});
