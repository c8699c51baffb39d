import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import type { Database } from '@hub/database';
import { findDeskToken, issueDeskToken, revokeDeskToken } from '@hub/desk/tokens';
import { actorOf, userName } from '../actor';
import { environment } from '../environment';
import { codeOf } from '../files';
import { isExposed, lookAtTokenFile, tokenFile, type StoredToken } from './token-file';

const LASTS_DAYS = 90;
const DAY_MS = 24 * 60 * 60_000;
/** One that ends earlier is replaced. */
const LEFT_MS = 30 * DAY_MS;

/** Marks a file whose token was written here. */
const WRITTEN_BY = 'hub up';

/**
 * Makes sure that the file of this machine's owner has a token for its desk, as a lead: a user who may start everything
 * here may do everything here. A valid token is kept; one that others could read is replaced and revoked. A file with a
 * person's own token is not changed.
 * @param desk where the desk answers
 * @returns what was done, as text
 */
export async function provideOwnerToken(db: Database, desk: string): Promise<string> {
  const [file, now, actor] = [tokenFile(environment()), Date.now(), actorOf(undefined)];
  const found = readOrForget(file);
  const stored = found?.stored;
  const known = stored ? await findDeskToken(db, { token: stored.token, now }) : null;
  const isSeen = found !== null && isExposed(found.mode);
  const isMachines = known ? known.owner.vouchedBy === 'machine' : stored?.written_by === WRITTEN_BY;
  if (found && !isMachines && (known || environment()['HUB_TOKEN_FILE'] !== undefined))
    return `${file} is left as it is, for hub up did not write it${isSeen ? SEEN : ''}`;
  if (!isSeen && stored?.desk === desk && known && known.expiresAt.getTime() - now > LEFT_MS)
    return `the hub command goes to the desk with the token of ${file}`;
  const revoke = (id: string) => revokeDeskToken(db, { id, actor, now });
  if (isSeen && known) await revoke(known.id);
  const issued = await issueDeskToken(db, {
    name: `hub up on ${hostname()}`,
    owner: { vouchedBy: 'machine', person: userName() },
    role: 'lead',
    days: LASTS_DAYS,
    actor,
    now,
  });
  if (!issued) return 'no token for the hub command: there are too many already, revoke some at the desk';
  const fault = write(file, { desk, token: issued.token, written_by: WRITTEN_BY });
  if (fault !== null) {
    await revoke(issued.id);
    return `no token for the hub command: ${file} cannot be written (${fault}); HUB_TOKEN_FILE names another`;
  }
  if (known) await revoke(known.id);
  return `the hub command goes to the desk with the new token of ${file}`;
}

const SEEN = '; others can read it: have its token revoked at the desk';

/** An unreadable file is rewritten. */
function readOrForget(file: string) {
  try {
    return lookAtTokenFile(file);
  } catch {
    return null;
  }
}

/** Atomically, and readable only by the owner. @returns why not; null: it is written */
function write(file: string, content: Required<StoredToken>): string | null {
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
