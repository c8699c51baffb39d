import { createDatabase, inSqlTransaction, isDatabaseAway, type Database } from '@hub/database';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../src/test-database';
import { TestAuthority, tlsFrontOf } from '../src/tls-front';

let database: TestDatabase;
let ours: TestAuthority;
let another: TestAuthority;
let byName: Awaited<ReturnType<typeof tlsFrontOf>>;
let byAddress: Awaited<ReturnType<typeof tlsFrontOf>>;
beforeAll(async () => {
  database = await createTestDatabase();
  ours = new TestAuthority();
  another = new TestAuthority();
  byName = await tlsFrontOf(database.url, ours.issue('localhost'));
  byAddress = await tlsFrontOf(database.url, ours.issue('127.0.0.1'));
});
afterAll(async () => {
  for (const opened of [byName, byAddress, ours, another]) opened.close();
  await database.drop();
});

async function using(url: string, caFile?: string): Promise<unknown> {
  const db: Database = createDatabase(url, { caFile });
  const answer = inSqlTransaction(db, (tx) => tx.$queryRaw`SELECT 1 AS one`);
  try {
    return await answer.catch((error: unknown) => error);
  } finally {
    await db.$disconnect();
  }
}

const ANSWER = [{ one: 1 }];
const verified = (url: string) => `${url}?sslmode=verify-full`;

describe('D28: TLS to the database', () => {
  it('works with the authority that signed for this host, by name and by address', async () => {
    expect(await using(verified(byName.url('localhost')), ours.caFile)).toEqual(ANSWER);
    expect(await using(verified(byAddress.url('127.0.0.1')), ours.caFile)).toEqual(ANSWER);
    expect(await using(`${verified(byName.url('localhost'))}&sslrootcert=${ours.caFile}`)).toEqual(ANSWER);
  });

  it('setting a private authority is enough to request it', async () => {
    expect(await using(byName.url('localhost'), ours.caFile)).toEqual(ANSWER);
    expect(await using(byName.url('localhost'), another.caFile)).toMatchObject({
      code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    });
  });

  it.each([
    [
      'another authority',
      () => using(verified(byName.url('localhost')), another.caFile),
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    ],
    [
      'no public authority',
      () => using(verified(byName.url('localhost'))),
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    ],
    [
      'a certificate of another host',
      () => using(verified(byName.url('127.0.0.1')), ours.caFile),
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ],
    [
      'a certificate of another address',
      () => using(verified(byAddress.url('localhost')), ours.caFile),
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ],
  ])('%s is refused with its name, and costs no attempt', async (_what, connecting, code) => {
    const refused = await connecting();
    expect(refused).toMatchObject({ code });
    expect(isDatabaseAway(refused)).toBe(true);
  });

  it('a server without TLS is refused', async () => {
    const refused = await using(verified(database.url), ours.caFile);
    expect(String(refused)).toMatch(/does not support SSL/);
    expect(isDatabaseAway(refused)).toBe(true);
  });
});
