import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** A policy of a file. */
function fileOf(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'hub-policy-')), 'policy.yaml');
  writeFileSync(file, text);
  return file;
}

const policy = (...words: string[]) => runHub([addRouteCommand], ['route', 'policy', ...words]);
const json = async (...words: string[]): Promise<unknown> =>
  JSON.parse((await policy(...words, '--json')).out);

describe('hub route policy (D19)', () => {
  it('adopts one from a time on, lists it, and withdraws it before', async () => {
    const criteria = [{ distance_band: 80 }, 'same_parcel', 'free_stock', 'distance'];
    const adopted = { name: 'wide', band_km: 80, criteria, valid_from: NEW_YEAR };
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

  it('adopts the criteria of a file, in their order', async () => {
    const file = fileOf('version: at-home\ncriteria: [same_country, distance_band: 80]\n');
    expect(await json('adopt', 'at-home', '--policy', file, '--from', NEW_YEAR, '--dry-run')).toMatchObject({
      band_km: 80,
      criteria: ['same_country', { distance_band: 80 }],
    });
  });

  it.each([
    ['criteria: [free_stock, cheapest]', 'criteria[1]: a criterion: distance_band'],
    ['criteria: [distance_band: 0]', 'criteria[0].distance_band: whole kilometres'],
    ['criterias: [free_stock]', 'criterias: there is no such field'],
    ['version: 7\ncriteria: [free_stock]', 'version: a text'],
    ['version: v1', 'criteria: name either criteria or band_km'],
    ['version: other\ncriteria: [free_stock]', 'version: is not the name'],
    ['- free_stock', 'a policy has the fields version and criteria'],
  ])('a file with a fault is refused, and the field is named: %s', async (text, says) => {
    const words = ['adopt', 'wide', '--policy', fileOf(text), '--from', NEW_YEAR];
    await expect(policy(...words)).rejects.toThrow(says);
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
