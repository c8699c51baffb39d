import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@hub/database';
import {
  aLinkProposal,
  aShop,
  aVariant,
  createTestDatabase,
  TEST_ENCRYPTION_KEY,
  type TestDatabase,
} from '@hub/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { addLinkCommand } from '../src/commands/link';
import { runHub } from './run-hub';

jest.setTimeout(60_000);

const given = { ...process.env };

let database: TestDatabase;
let db: Database;
let folder: string;
let shops: { id: number }[];
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  Object.assign(process.env, { DATABASE_URL: database.url, HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY });
  folder = mkdtempSync(join(tmpdir(), 'hub-'));
  shops = [await aShop(db, { slug: 'alpine' }), await aShop(db, { slug: 'nordic' })];
});
afterEach(() => {
  process.exitCode = undefined;
});
afterAll(async () => {
  process.env = { ...given };
  rmSync(folder, { recursive: true });
  await database.drop();
});

const hub = (...words: string[]) => runHub([addLinkCommand], ['link', ...words]);
const stateOf = async (id: string) => (await db.linkProposal.findUniqueOrThrow({ where: { id } })).state;

/** A pair of the two shops. @returns the id of the proposal */
async function proposed(): Promise<string> {
  const [a, b] = await Promise.all(
    shops.map(async ({ id }) => {
      const { variantId } = await aVariant(db, { shopId: id, gtin: null });
      return { shopId: id, variantId, productId: `product-of-${variantId}` };
    }),
  );
  if (!a || !b) throw new Error('two shops');
  return aLinkProposal(db, [a, b]);
}

describe('hub link', () => {
  it('lists how many wait by shop, and those of a shop', async () => {
    const id = await proposed();
    expect((await hub('list')).out).toMatch(/alpine +1 +0 +0 +0/);
    expect((await hub('list', '--shop', 'nordic')).out).toContain(id);
    const shown = (await hub('show', id)).out;
    expect(shown).toContain('score 0.97 (sure)');
    expect(shown).toContain('for: Same words in the titles');
    await expect(hub('list', '--shop', 'none')).rejects.toThrow('no shop "none"');
  });

  it('links, undoes and refuses; a dry run changes nothing, and many require --yes', async () => {
    const [one, two] = [await proposed(), await proposed()];
    expect((await hub('confirm', one, '--dry-run')).out).toContain('tried, without effect: 1 of 1 linked');
    expect(await stateOf(one)).toBe('open');
    await expect(hub('confirm', one, two)).rejects.toThrow('--yes');
    await hub('confirm', one, two, '--yes');
    expect([await stateOf(one), await stateOf(two)]).toEqual(['confirmed', 'confirmed']);
    await hub('undo', one);
    expect(await stateOf(one)).toBe('undone');
    await expect(hub('refuse', one)).rejects.toThrow('It has been decided already.');
  });

  it('applies a file of decisions completely or not at all', async () => {
    const id = await proposed();
    const path = join(folder, 'links.csv');
    await hub('export', '--shop', 'alpine', '--out', path);
    const exported = readFileSync(path, 'utf8');
    expect((await hub('import', path)).out).toContain('0 decisions');
    writeFileSync(path, exported.replace(`${id},,`, `${id},confirm,`));
    expect((await hub('import', path, '--dry-run')).out).toContain('tried, without effect: 1 decision');
    expect(await stateOf(id)).toBe('open');
    writeFileSync(path, `Proposal,Decision\n${id},confirm\nx,perhaps\n`);
    await expect(hub('import', path)).rejects.toThrow(
      'nothing is applied\nline 3, Proposal: This is no id of a proposal.\nline 3, Decision: One of confirm, refuse, undo, or nothing.',
    );
    expect(await stateOf(id)).toBe('open');
    writeFileSync(path, exported.replace(`${id},,`, `${id},confirm,`));
    await hub('import', path);
    expect(await stateOf(id)).toBe('confirmed');
  });
});
