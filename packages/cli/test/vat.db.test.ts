import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aShop, createTestDatabase, TEST_ENCRYPTION_KEY, type TestDatabase } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { addVatCommand } from '../src/commands/vat';
import { runHub } from './run-hub';

const given = { ...process.env };
const NORWAY = { country: 'NO', rate: '0.25', from: '2027-01-01T00:00:00.000Z' };

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase();
  Object.assign(process.env, { DATABASE_URL: database.url, HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY });
  folder = mkdtempSync(join(tmpdir(), 'hub-'));
}, 60_000);
afterEach(async () => {
  process.env = { ...given };
  process.exitCode = undefined;
  rmSync(folder, { recursive: true });
  await database.drop();
}, 60_000);

const json = async (...words: string[]): Promise<unknown> =>
  JSON.parse((await runHub([addVatCommand], ['vat', ...words, '--json'])).out);

describe('hub vat (D24, D27: each command has --json)', () => {
  it('prints what it set, as in the list', async () => {
    expect(await json('set', 'NO', '0.25', '--from', '2027-01-01T00:00:00Z')).toEqual(NORWAY);
    expect(await json('list', 'NO')).toContainEqual(NORWAY);
  });

  it('prints everything that a file set', async () => {
    const file = join(folder, 'rates.csv');
    writeFileSync(file, 'country,rate,from\nNO,0.25,2027-01-01T00:00:00Z\nSE,0.26,2027-02-01T00:00:00Z\n');
    expect(await json('import', file)).toEqual([
      NORWAY,
      { country: 'SE', rate: '0.26', from: '2027-02-01T00:00:00.000Z' },
    ]);
  });

  it('D25: refuses what is no ISO 3166-1 code, and sets nothing', async () => {
    const form = 'must be an ISO 3166-1 country code of two upper-case letters';
    const run = (...words: string[]) => runHub([addVatCommand], ['vat', ...words]);
    await expect(run('set', 'EL', '0.24', '--from', '2027-01-01T00:00:00Z')).rejects.toMatchObject({
      lines: [`country: ${form}: GR in place of EL`],
    });
    const file = join(folder, 'rates.csv');
    writeFileSync(
      file,
      '\ufeffcountry,rate,from\nNO,0.25,2027-01-01T00:00:00Z\nUK,2,2027-01-01T00:00:00Z\nXI\n',
    );
    await expect(run('import', file)).rejects.toMatchObject({
      lines: [
        `line 3, country: ${form}: GB in place of UK`,
        'line 3, rate: must be a share such as 0.25, below 1',
        `line 4, country: ${form}`,
        expect.stringMatching(/^line 4, rate: /),
        expect.stringMatching(/^line 4, from: /),
      ],
    });
    await expect(run('list', 'UK')).rejects.toMatchObject({ lines: [expect.stringContaining(form)] });
    expect(await database.db.supportAction.count()).toBe(0);
  });

  it('is audited: who, and from which rate to which', async () => {
    await json('set', 'NO', '0.25', '--from', '2027-01-01T00:00:00Z', '--as', 'ada');
    await json('set', 'NO', '0.26', '--from', '2027-06-01T00:00:00Z', '--as', 'ada');
    const found = await database.db.supportAction.findMany({ orderBy: { id: 'asc' } });
    expect(found).toMatchObject([
      { actor: 'cli:ada', action: 'vat.set', subject: 'vat:NO', changes: [{ after: '0.25' }] },
      { changes: [{ field: 'rate from 2027-06-01T00:00:00.000Z', before: '0.25', after: '0.26' }] },
    ]);
  });

  it('D16: recalculates the quantities of shops in that country', async () => {
    const { id } = await aShop(database.db, { country: 'NO' });
    await aShop(database.db, { country: 'SE' });
    await json('set', 'NO', '0.25', '--from', '2026-01-01T00:00:00Z');
    expect(await database.db.outbox.findMany({ select: { type: true, payload: true } })).toEqual([
      { type: 'network-quantity.recalculate-shop', payload: { shopId: id } },
    ]);
  });
});
