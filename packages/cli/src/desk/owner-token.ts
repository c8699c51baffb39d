import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import type { Database } from '@hub/database';
import { findDeskToken, issueDeskToken, revokeDeskToken } from '@hub/support-desk';
import { actorOf, userName } from '../actor';
import { codeOf } from '../files';
import { readTokenFile, tokenFile } from './token-file';

const LASTS_DAYS = 90;
const DAY_MS = 24 * 60 * 60_000;
/** One that ends earlier is made anew. */
const LEFT_MS = 30 * DAY_MS;

/**
 * Sees to it that the file of this machine's owner holds a token for its desk, as a lead: who may start everything here
 * may do everything here. One that is good is kept; the one before is revoked.
 * @param desk where the desk answers
 * @returns what was done, in words
 */
export async function provideOwnerToken(db: Database, desk: string): Promise<string> {
  const [file, now, actor] = [tokenFile(process.env), Date.now(), actorOf(undefined)];
  const stored = readOrForget(file);
  const known = stored && (await findDeskToken(db, { token: stored.token, now }));
  if (stored?.desk === desk && known && known.expiresAt.getTime() - now > LEFT_MS)
    return `the hub command goes to the desk with the token of ${file}`;
  const issued = await issueDeskToken(db, {
    name: `hub up on ${hostname()}`,
    person: userName(),
    role: 'lead',
    vouchedBy: 'machine',
    days: LASTS_DAYS,
    actor,
    now,
  });
  if (!issued) return 'no token for the hub command: there are too many already, revoke some at the desk';
  const fault = write(file, { desk, token: issued.token });
  if (fault !== null) {
    await revokeDeskToken(db, { id: issued.id, actor, now });
    return `no token for the hub command: ${file} cannot be written (${fault}); HUB_TOKEN_FILE names another`;
  }
  if (known) await revokeDeskToken(db, { id: known.id, actor, now });
  return `the hub command goes to the desk with the new token of ${file}`;
}

/** What cannot be read is written anew. */
function readOrForget(file: string) {
  try {
    return readTokenFile(file);
  } catch {
    return null;
  }
}

/** Whole or not at all, and for the owner's eyes only. @returns why not; null: it is written */
function write(file: string, content: { desk: string; token: string }): string | null {
  const draft = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(draft, `${JSON.stringify(content)}\n`, { mode: 0o600 });
    chmodSync(draft, 0o600);
    renameSync(draft, file);
    return null;
  } catch (error) {
    return codeOf(error);
  }
}
