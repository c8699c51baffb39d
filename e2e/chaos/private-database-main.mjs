import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgresFolder } from '../../infra/services/find-binaries.mjs';
import { memoryFolder } from '../../infra/services/memory-folder.mjs';
import {
  createDatabase,
  killPostgres,
  makeStandby,
  startPostgres,
  stopPostgres,
  urlOf,
} from '../../infra/services/postgres.mjs';

/**
 * A private PostgreSQL that does what its parent says: `start` (answered with the address of its database, null where this
 * machine has no PostgreSQL of its own), `stop` and `kill`. Given the address of another, it is a standby of that. It ends with its parent, whichever way that ends, and leaves nothing
 * behind: the folder is its own.
 */
const [database, given = '{}'] = process.argv.slice(2);
const { durable = false, standbyOf } = JSON.parse(given);
const folder = mkdtemp(join(memoryFolder() ?? tmpdir(), 'hub-chaos-'));
let postgres;
const save = (changed) => {
  postgres = changed;
};

async function start() {
  if (!findPostgresFolder()) return null;
  if (standbyOf && !postgres)
    postgres = { folder: await makeStandby({ of: standbyOf, folder: await folder, name: 'standby' }) };
  postgres = await startPostgres({ known: postgres, folder: await folder, durable, save });
  if (!standbyOf) await createDatabase(postgres, database);
  return urlOf(postgres, database);
}

async function stop() {
  await stopPostgres(postgres);
  return null;
}

async function kill() {
  await killPostgres(postgres);
  return null;
}

const ORDERS = { start, stop, kill };

async function carryOut(order) {
  try {
    const url = await ORDERS[order]();
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
