import { createTestDatabase, TEST_ENCRYPTION_KEY, type TestDatabase } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { addGoliveCommand } from '../src/commands/golive';
import { runHub } from './run-hub';

const given = { ...process.env };
let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  Object.assign(process.env, { DATABASE_URL: database.url, HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY });
});
afterEach(async () => {
  process.env = { ...given };
  process.exitCode = undefined;
  await database.drop();
});

const golive = (...words: string[]) => runHub([addGoliveCommand], ['golive', 'environment', ...words]);
const stored = async () => (await database.db.installation.findFirst())?.environment;

describe('hub golive environment (D28)', () => {
  it('changes development once, and the audit records who did it', async () => {
    const { out } = await golive('production', '--confirm', '--as', 'ada', '--json');
    expect(JSON.parse(out)).toEqual({ environment: 'production', changed: true });
    expect(await stored()).toBe('production');
    expect(await database.db.supportAction.findMany()).toMatchObject([
      {
        actor: 'cli:ada',
        action: 'environment.change',
        changes: [{ before: 'development', after: 'production' }],
      },
    ]);

    await expect(golive('test', '--confirm')).rejects.toThrow('has been changed once');
    expect(await stored()).toBe('production');
    expect(JSON.parse((await golive('production', '--confirm', '--json')).out)).toMatchObject({
      changed: false,
    });
  });

  it('says what it would do where it is not confirmed, and does nothing', async () => {
    await expect(golive('production')).rejects.toThrow('say it again with --confirm');
    expect(await stored()).toBe('development');
  });

  it('does not change a database that never was development', async () => {
    await database.db.installation.updateMany({ data: { environment: 'test' } });
    await expect(golive('production', '--confirm')).rejects.toThrow('only a development database');
  });

  it('accepts only test and production', async () => {
    await expect(golive('development', '--confirm')).rejects.toThrow(/Allowed choices are test, production/);
  });
});
