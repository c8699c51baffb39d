import { createTestDatabase, TEST_ENCRYPTION_KEY, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addRouteCommand } from '../src/commands/route';
import { runHub } from './run-hub';

const given = { ...process.env };
const NEW_YEAR = '2127-01-01T00:00:00.000Z';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  Object.assign(process.env, { DATABASE_URL: database.url, HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY });
}, 60_000);
afterAll(async () => {
  process.env = { ...given };
  process.exitCode = undefined;
  await database.drop();
}, 60_000);

const policy = (...words: string[]) => runHub([addRouteCommand], ['route', 'policy', ...words]);
const json = async (...words: string[]): Promise<unknown> =>
  JSON.parse((await policy(...words, '--json')).out);

describe('hub route policy (D19)', () => {
  it('adopts one from a time on, lists it, and withdraws it before', async () => {
    const adopted = { name: 'wide', band_km: 80, valid_from: NEW_YEAR };
    expect(await json('adopt', 'wide', '--band-km', '80', '--from', NEW_YEAR, '--dry-run')).toEqual({
      ...adopted,
      dry_run: true,
    });
    expect(await json('adopt', 'wide', '--band-km', '80', '--from', NEW_YEAR, '--as', 'ada')).toEqual(
      adopted,
    );
    expect(await json('list')).toMatchObject({
      in_force: { version: 'D19-2', band_km: 50 },
      adopted: [{ ...adopted, state: 'to_come', adopted_by: 'cli:ada' }],
    });
    expect(await json('withdraw', 'wide')).toEqual({ name: 'wide', withdrawn: true });
    expect((await policy('list')).out).toContain('withdrawn');
  });

  it.each([
    [['adopt', 'Wide bands', '--band-km', '80', '--from', NEW_YEAR], 'name: small letters'],
    [['adopt', 'wide', '--band-km', 'many', '--from', NEW_YEAR], 'band_km: whole kilometres'],
    [['adopt', 'late', '--band-km', '80', '--from', '2026-01-01'], 'its moment is past'],
    [['withdraw', 'unheard-of'], 'there is nothing of this id'],
  ])('%j is refused with a reason', async (words, says) => {
    await expect(policy(...words)).rejects.toThrow(says);
  });
});
