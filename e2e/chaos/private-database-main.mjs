import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgresFolder } from '../../infra/services/find-binaries.mjs';
import { memoryFolder } from '../../infra/services/memory-folder.mjs';
import { createDatabase, startPostgres, stopPostgres, urlOf } from '../../infra/services/postgres.mjs';

/**
 * A private PostgreSQL that does what its parent says: `start` (answered with the address of its database, null where this
 * machine has no PostgreSQL of its own) and `stop`. It ends with its parent, whichever way that ends, and leaves nothing
 * behind: the folder is its own.
 */
const [database] = process.argv.slice(2);
const folder = mkdtemp(join(memoryFolder() ?? tmpdir(), 'hub-chaos-'));
let postgres;
const save = (changed) => {
  postgres = changed;
};

async function start() {
  if (!findPostgresFolder()) return null;
  postgres = await startPostgres({ known: postgres, folder: await folder, durable: false, save });
  await createDatabase(postgres, database);
  return urlOf(postgres, database);
}

async function stop() {
  await stopPostgres(postgres);
  return null;
}

async function carryOut(order) {
  try {
    const url = order === 'start' ? await start() : await stop();
    process.send({ url, folders: await folders() });
  } catch (error) {
    process.send({ failure: error.message });
  }
}

/** Where its data lie: it may have had to work in another folder, which its user can reach. */
async function folders() {
  return [...new Set([await folder, postgres?.folder ?? (await folder)])];
}

async function end() {
  try {
    await stop();
  } finally {
    for (const one of await folders()) await rm(one, { recursive: true, force: true });
    process.exit(0);
  }
}

process.on('message', (order) => void carryOut(order));
process.on('disconnect', () => void end());
// Ctrl-C reaches parent and child alike: the parent's end is the child's.
process.on('SIGINT', () => {});
