import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandSucceeds } from '../run-command.mjs';
import { SetUpProblem } from '../step.mjs';

/**
 * A folder in which the given user can work: the preferred one where every folder above lets that user
 * through (a clone below /root does not), else a new one among the temporary files, which the caller
 * records.
 *
 * @param {string} preferred
 * @param {{ uid?: number, gid?: number }} user
 * @returns {Promise<string>}
 */
export async function providePrivateFolder(preferred, user) {
  mkdirSync(preferred, { recursive: true });
  if (await handOver(preferred, user)) return preferred;
  for (const parent of new Set([tmpdir(), '/tmp', '/var/tmp'])) {
    if (!existsSync(parent)) continue;
    const folder = mkdtempSync(join(realpathSync(parent), 'hub-'));
    if (await handOver(folder, user)) return folder;
    rmSync(folder, { recursive: true });
  }
  throw new SetUpProblem(
    'No folder was found in which the user that runs PostgreSQL may write; set TMPDIR to one.',
  );
}

/** Makes the user the owner, and checks as that user that the folder can be reached. */
async function handOver(folder, { uid, gid }) {
  chmodSync(folder, 0o700);
  if (uid === undefined) return true;
  chownSync(folder, uid, gid);
  return commandSucceeds('/bin/sh', ['-c', 'cd "$1" && : > .reachable && rm .reachable', 'sh', folder], {
    cwd: '/',
    uid,
    gid,
  });
}
