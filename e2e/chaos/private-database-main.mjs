import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../infra/run-command.mjs';
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
 * machine has no PostgreSQL of its own), `stop` and `kill`. Given the address of another, it is a standby of that. Given so
 * many megabytes, its disk has no more, which root alone can arrange: `fill` takes what is left of them, `free` gives it
 * back. It ends with its parent, whichever way that ends, and leaves nothing behind: the folder is its own.
 */
const [database, given = '{}'] = process.argv.slice(2);
const { durable = false, standbyOf, diskMb } = JSON.parse(given);
const folder = makeFolder();
// Whoever asks for the folder is told.
folder.catch(() => {});
let postgres;
const FILLED_AT_ONCE = 4_096;
const save = (changed) => {
  postgres = changed;
};

async function makeFolder() {
  const made = await mkdtemp(join(memoryFolder() ?? tmpdir(), 'hub-chaos-'));
  if (diskMb !== undefined) await mountDisk(made);
  return made;
}

async function mountDisk(at) {
  try {
    await runCommand('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', at]);
  } catch (error) {
    await rm(at, { recursive: true });
    throw new Error(`A disk of ${diskMb} MB cannot be mounted, which takes root: ${error.message}`, {
      cause: error,
    });
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

const fillerIn = async () => join(await folder, 'filler');

async function fill() {
  const filler = await open(await fillerIn(), 'w');
  try {
    for (;;) await filler.write(Buffer.alloc(FILLED_AT_ONCE));
  } catch (error) {
    if (error.code !== 'ENOSPC') throw error;
  } finally {
    await filler.close();
  }
  return null;
}

async function free() {
  await rm(await fillerIn());
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

/** Where its data lie: it may have had to work in another folder, which its user can reach. */
async function folders() {
  const own = await folder.catch(() => undefined);
  return [...new Set([own, postgres?.folder])].filter((one) => one !== undefined);
}

async function end() {
  try {
    await stop();
  } finally {
    const [made] = await folders();
    if (diskMb !== undefined && made) await runCommand('umount', [made]);
    for (const one of await folders()) await rm(one, { recursive: true, force: true });
    process.exit(0);
  }
}

process.on('message', (order) => void carryOut(order));
process.on('disconnect', () => void end());
// Ctrl-C reaches parent and child alike: the parent's end is the child's.
process.on('SIGINT', () => {});
