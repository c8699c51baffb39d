import { cp, stat } from 'node:fs/promises';
import { basename } from 'node:path';

/** Folders with a server's data, which may be large. */
const DATA = new Set(['data', 'etcd', 'kept']);

/**
 * Copies the logs of servers whose folder is about to be removed.
 *
 * @param {string} from @param {string} to
 */
export async function copyLogs(from, to) {
  await cp(from, to, {
    recursive: true,
    filter: async (path) =>
      path.endsWith('.log') || (!DATA.has(basename(path)) && (await stat(path)).isDirectory()),
  });
}
