import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, recordProcess } from './processes.mjs';

const WAIT_MS = 300_000;
const SETTLE_MS = 100;

/**
 * Does the work while no other process works on the same folder; the lock is a file beside it. A lock whose
 * holder has died is taken over.
 *
 * @template T
 * @param {string} folder
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(folder, work) {
  const file = `${folder}.lock`;
  mkdirSync(dirname(file), { recursive: true });
  const deadline = Date.now() + WAIT_MS;
  while (!(await take(file))) {
    if (Date.now() > deadline)
      throw new Error(`${file} is held by process ${holderOf(file)?.pid} for too long`);
    await sleep(100);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/**
 * The lock appears whole or not at all: written under a unique name, then linked into place. Where two
 * take over from the same dead holder, the one whose name is there after a moment has it.
 */
async function take(file) {
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, JSON.stringify(recordProcess(process.pid)));
  try {
    linkSync(mine, file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (isAlive(holderOf(file))) return false;
    renameSync(mine, file);
    await sleep(SETTLE_MS);
    return holderOf(file)?.pid === process.pid;
  } finally {
    rmSync(mine, { force: true });
  }
}

function holderOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
