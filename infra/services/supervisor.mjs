import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { stopCompose } from './compose.mjs';
import { stopPostgres } from './postgres.mjs';
import { endProcess, isAlive } from './processes.mjs';
import { stopRabbitmq } from './rabbitmq.mjs';
import { readState, readUsers, removeUser, saveState } from './set-state.mjs';
import { startDetached } from './start-detached.mjs';
import { withLock } from './with-lock.mjs';

const LOOK_EVERY_MS = 1_000;
const THIS_FILE = new URL(import.meta.url);

/** This process needs the services no longer: they stop, unless another process does. */
export async function stopUnlessNeeded(set) {
  await withLock(set.folder, async () => {
    removeUser(set);
    if (readUsers(set).living.length === 0) await stopAll(set);
  });
}

async function stopAll(set) {
  const state = readState(set);
  await endOrphans(set);
  await Promise.all([stopServers(state), stopCompose(set, state.compose)]);
  if (!set.durable) removeData(set, state);
}

/** What a killed user of the services left running ends: it would work on the same data as the next one. */
export async function endOrphans(set) {
  for (const { children = [], file } of readUsers(set).dead) {
    const ends = [
      { signal: 'SIGTERM', waitMs: 15_000 },
      { signal: 'SIGKILL', waitMs: 2_000 },
    ];
    await Promise.all(children.map((child) => endProcess(child, ends)));
    rmSync(file, { force: true });
  }
}

const stopServers = (state) => Promise.all([stopPostgres(state.postgres), stopRabbitmq(state.rabbitmq)]);

/** Removes a durable set, whose services have been stopped, with its data. */
export const removeSet = (set) => removeData(set, readState(set));

/** The data of tests goes with their services. */
function removeData(set, state) {
  removeServerData(state);
  for (const path of [set.folder, set.envFile]) rmSync(path, { recursive: true, force: true });
}

/** It may be outside the folder of the set: in memory, or where its user can reach it. */
function removeServerData({ postgres, rabbitmq }) {
  for (const folder of [postgres?.folder, rabbitmq?.folder].filter(Boolean))
    rmSync(folder, { recursive: true, force: true });
}

/**
 * Starts the supervisor of a set unless there is one: a small separate process that stops the services once
 * every process that needed them has gone, even by SIGKILL.
 */
export function startSupervisor(set) {
  if (isAlive(readState(set).supervisor)) return;
  const logFile = join(set.folder, 'supervisor.log');
  const supervisor = startDetached(process.execPath, [THIS_FILE.pathname, JSON.stringify(set)], {
    cwd: '/',
    env: process.env,
    logFile,
  });
  saveState(set, { supervisor });
}

/**
 * Ends when the services have been stopped, by this supervisor or by another. Remembers the servers, because their
 * folder may be removed.
 */
async function keep(set) {
  let remembered = {};
  for (;;) {
    await sleep(LOOK_EVERY_MS);
    if (!existsSync(join(set.folder, 'state.json'))) return stopForgotten(set, remembered);
    remembered = readState(set);
    if (readUsers(set).living.length === 0 && (await withLock(set.folder, () => stopIfStillUnused(set))))
      return undefined;
  }
}

async function stopForgotten(set, remembered) {
  await stopServers(remembered);
  if (!set.durable) removeServerData(remembered);
}

async function stopIfStillUnused(set) {
  if (readUsers(set).living.length > 0) return false;
  saveState(set, { supervisor: undefined });
  await stopAll(set);
  return true;
}

if (pathToFileURL(process.argv[1] ?? '').href === THIS_FILE.href) await keep(JSON.parse(process.argv[2]));
