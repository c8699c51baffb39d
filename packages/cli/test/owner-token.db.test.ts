import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findDeskToken, issueDeskToken } from '@hub/desk/tokens';
import { createTestDatabase, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { provideOwnerToken } from '../src/desk/owner-token';

const given = { ...process.env };
const DESK = 'http://127.0.0.1:8090';

let database: TestDatabase;
let folder: string;
let file: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'hub-'));
  file = join(folder, 'token.json');
}, 60_000);
beforeEach(() => {
  rmSync(file, { force: true });
  process.env['HUB_TOKEN_FILE'] = file;
});
afterAll(async () => {
  process.env = { ...given };
  rmSync(folder, { recursive: true });
  await database.drop();
}, 60_000);

const provide = (desk = DESK) => provideOwnerToken(database.db, desk);
const tokenOf = () => z.object({ token: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).token;
const isValid = async (token: string) =>
  (await findDeskToken(database.db, { token, now: Date.now() })) !== null;

const OWNERS = {
  accounts: { vouchedBy: 'accounts', person: 'ada' },
  issuer: {
    vouchedBy: 'issuer',
    person: 'ada',
    issuer: 'https://issuer.example',
    subject: 'a1',
    signedInAt: new Date(),
  },
} as const;

async function aToken(vouchedBy: keyof typeof OWNERS): Promise<string> {
  const wish = { name: 'laptop', owner: OWNERS[vouchedBy], role: 'agent', days: 7 } as const;
  const issued = await issueDeskToken(database.db, { ...wish, actor: 'agent:ada', now: Date.now() });
  if (!issued) throw new Error('not issued');
  return issued.token;
}

describe("the token of this machine's owner", () => {
  it('is kept while it is valid; for a desk at another address it is replaced, and the previous one is revoked', async () => {
    await provide();
    const first = tokenOf();
    await provide();
    expect(tokenOf()).toBe(first);
    await provide('https://desk.example');
    expect(tokenOf()).not.toBe(first);
    expect([await isValid(first), await isValid(tokenOf())]).toEqual([false, true]);
  });

  it('that others could read is revoked', async () => {
    await provide();
    const seen = tokenOf();
    chmodSync(file, 0o644);
    await provide();
    expect([await isValid(seen), await isValid(tokenOf())]).toEqual([false, true]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('of a database that is gone is replaced', async () => {
    const content = { desk: DESK, token: 'hubdesk_gone', written_by: 'hub up' };
    writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
    await provide();
    expect(await isValid(tokenOf())).toBe(true);
  });

  it.each(['accounts', 'issuer'] as const)(
    "does not replace a person's own token (%s), which stays valid",
    async (vouchedBy) => {
      const own = await aToken(vouchedBy);
      writeFileSync(file, own, { mode: 0o644 });
      expect(await provide()).toContain('left as it is');
      expect(readFileSync(file, 'utf8')).toBe(own);
      expect(await isValid(own)).toBe(true);
    },
  );

  it('does not replace a token of another desk, nor what is no token', async () => {
    for (const text of ['hubdesk_elsewhere', '{ "a": 1 }']) {
      writeFileSync(file, text, { mode: 0o600 });
      expect(await provide()).toContain('left as it is');
      expect(readFileSync(file, 'utf8')).toBe(text);
    }
  });
});
