import { inTransaction } from '@hub/database';
import { createTestDatabase, type TestDatabase } from '@hub/testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { reportClocks } from '../src/clocks/clock-alerts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database.drop());

const aProcess = (host: string, clockAheadMs: number | null, service = 'routing') =>
  database.db.process.create({ data: { id: randomUUID(), service, keyIds: [], host, clockAheadMs } });
const look = () => inTransaction(database.db, reportClocks);
const alerts = () =>
  database.db.alert.findMany({
    select: { subject: true, message: true, state: true, count: true },
    orderBy: { subject: 'asc' },
  });

it('Clocks: more than 2 s off is one alert for each machine, until it is right or its processes have ended', async () => {
  await aProcess('a', 2_001);
  await aProcess('a', 2_500, 'returns');
  const gone = await aProcess('b', -61_000);
  await aProcess('right', 2_000);
  await aProcess('new', null);
  await look();
  await look();
  const ofA = { subject: 'clock:a', message: "the clock of a is 3 s ahead of the database's", count: 1 };
  const ofB = {
    subject: 'clock:b',
    message: "the clock of b is 61 s behind the database's: its processes do no work until it is right",
    count: 1,
  };
  expect(await alerts()).toEqual([
    { ...ofA, state: 'open' },
    { ...ofB, state: 'open' },
  ]);
  await database.db.process.update({
    where: { id: gone.id },
    data: { seenAt: new Date(Date.now() - 11_000) },
  });
  await database.db.process.updateMany({ where: { host: 'a' }, data: { clockAheadMs: 0 } });
  await look();
  expect(await alerts()).toEqual([
    { ...ofA, state: 'resolved' },
    { ...ofB, state: 'resolved' },
  ]);
});
