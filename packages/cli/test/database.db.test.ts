import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { addDatabaseCommand } from '../src/commands/database';
import { runHub } from './run-hub';

const given = { ...process.env };
let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'hub-database-'));
  process.env = { PATH: given['PATH'] };
}, 60_000);
afterEach(async () => {
  process.env = { ...given };
  process.exitCode = undefined;
  await rm(folder, { recursive: true });
  await database.drop();
}, 60_000);

const status = (...options: string[]) => runHub([addDatabaseCommand], ['database', 'status', ...options]);

/** The address as a pod has it: in a file, with a parameter for the pool and not for the server. */
async function mountAddress(url = database.url): Promise<void> {
  const address = new URL(url);
  address.searchParams.set('connection_limit', '5');
  await writeFile(join(folder, 'database-url'), `${address}\n`);
  process.env['DATABASE_URL_FILE'] = join(folder, 'database-url');
}

describe('hub database status', () => {
  it('with the address of a pod and no key: the primary takes writes, and connections are left', async () => {
    await mountAddress();
    const { out, exitCode } = await status();
    expect(out).toMatch(/^PostgreSQL \d+\.\d+.*: the primary, takes writes\nconnections: \d+ of \d+\n/);
    expect(exitCode).toBe(0);
  });

  it('shows what runs, with the age of its transaction and without the values in it', async () => {
    await mountAddress();
    await database.db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT ${'ada@example.com'}::text AS held_by_a_test`;
      const { sessions }: { sessions: unknown[] } = JSON.parse((await status('--json')).out);
      expect(sessions).toContainEqual(
        expect.objectContaining({
          state: 'idle in transaction',
          transaction_seconds: expect.any(Number),
          statement: expect.stringContaining('held_by_a_test'),
        }),
      );
      expect(JSON.stringify(sessions)).not.toContain('ada@example.com');
    });
  });

  it('a database that takes no writes is exit 3', async () => {
    await mountAddress();
    const name = new URL(database.url).pathname.slice(1);
    await database.db.$executeRawUnsafe(`ALTER DATABASE "${name}" SET default_transaction_read_only = on`);
    const { out, exitCode } = await status();
    expect(out).toContain('takes no writes');
    expect(exitCode).toBe(3);
  });

  it('a refused user is reported as such, without any value of the address', async () => {
    const address = new URL(database.url);
    address.username = 'nobody_of_that_name';
    await mountAddress(String(address));
    await expect(status()).rejects.toThrow(/refuses the user of DATABASE_URL/);
    await expect(status()).rejects.not.toThrow(/nobody_of_that_name/);
  });
});
