import {
  ALL_OFF,
  aShop,
  createTestDatabase,
  TEST_ENCRYPTION_KEY,
  testAmqpUrl,
  type TestDatabase,
} from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addGoliveCommand } from '../src/commands/golive';
import { addRehearseCommand } from '../src/commands/rehearse';
import { runHub } from './run-hub';

const given = { ...process.env };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    AMQP_URL: testAmqpUrl(),
    HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    ALLOW_INSECURE_STORES: 'true',
    STORE_TIMEOUT_MS: '5000',
    STORE_RETRY_BASE_MS: '1',
  });
  // Nothing answers at the address of its store.
  await aShop(database.db, { slug: 'nordic', capabilities: ALL_OFF });
});
afterAll(async () => {
  process.env = { ...given };
  process.exitCode = undefined;
  await database.drop();
});

const hub = (...words: string[]) => runHub([addRehearseCommand, addGoliveCommand], words);

describe('hub rehearse <slug> (D32)', () => {
  it('plays the checks, keeps the record and exits 1 where one failed', async () => {
    const words = ['--capability', 'products', '--no-people', '--as', 'ada'];
    const { out, notes, exitCode } = await hub('rehearse', 'nordic', ...words, '--json');
    const record: { checks: { id: string; result: string }[] } = JSON.parse(out);
    expect(record.checks.map(({ result }) => result)).toContain('failed');
    expect(notes).toContain('products');
    expect(exitCode).toBe(1);
    const { out: shown } = await hub('golive', 'nordic', '--json');
    expect(JSON.parse(shown)).toMatchObject({
      environment: 'development',
      capabilities: [
        { capability: 'products', state: 'failed', rehearsal: { by: 'cli:ada' } },
        {},
        {},
        {},
        {},
      ],
    });
  });

  it('reports wrong use', async () => {
    await expect(hub('rehearse', 'nowhere', '--no-people')).rejects.toThrow('no shop "nowhere"');
    await expect(hub('rehearse', 'nordic', '--wait-minutes', 'long')).rejects.toThrow(
      '--wait-minutes: a whole number from 1 on',
    );
    expect(await database.db.rehearsalRun.count()).toBe(0);
  });
});
