import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyLogs } from '../../infra/services/copy-logs.mjs';
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
import { fillDisk, freeDisk, mountDisk, unmountDisk } from '../../infra/services/small-disk.mjs';

/**
 * A private PostgreSQL that obeys its parent: `start` (answered with the address of its database, null where this
 * machine has no PostgreSQL installed), `stop` and `kill`. Given the address of another, it is a standby of that. Given a
 * number of megabytes, its disk has no more, which only root can arrange: `fill` uses up what is left of them, `free` gives
 * it back. Given a folder for `logs`, it copies them there at the end. It ends with its parent, whichever way that ends, and leaves nothing behind: the folder is private.
 */
const [database, given = '{}'] = process.argv.slice(2);
const { durable = false, standbyOf, diskMb, logs } = JSON.parse(given);
const folder = makeFolder();
// Callers that await the folder get its error.
folder.catch(() => {});
let postgres;
const save = (changed) => {
  postgres = changed;
};

async function makeFolder() {
  const made = await mkdtemp(join(memoryFolder() ?? tmpdir(), 'hub-chaos-'));
  try {
    if (diskMb !== undefined) await mountDisk(made, diskMb);
    return made;
  } catch (error) {
    await rm(made, { recursive: true });
    throw error;
  }
}

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

async function fill() {
  await fillDisk(await folder);
  return null;
}

async function free() {
  await freeDisk(await folder);
  return null;
}

const ORDERS = { start, stop, kill, fill, free };

async function carryOut(order) {
  try {
    const url = await ORDERS[order]();
    process.send({ url, folders: await folders() });
  } catch (error) {
    process.send({ failure: error.message });
  }
}

/** Where its data are: it may have had to use another folder, which its user can reach. */
async function folders() {
  const own = await folder.catch(() => undefined);
  return [...new Set([own, postgres?.folder])].filter((one) => one !== undefined);
}

async function end() {
  try {
    await stop();
    if (logs) for (const one of await folders()) await copyLogs(one, join(logs, 'postgres'));
  } finally {
    const [made] = await folders();
    if (diskMb !== undefined && made) await unmountDisk(made);
    for (const one of await folders()) await rm(one, { recursive: true, force: true });
    process.exit(0);
  }
}

process.on('message', (order) => void carryOut(order));
process.on('disconnect', () => void end());
// Ctrl-C reaches parent and child alike: the parent's end is the child's.
process.on('SIGINT', () => {});
