import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isAlive, recordProcess } from './processes.mjs';

/**
 * What a set of services keeps on disk: `state.json` (the servers: process ids, ports, passwords) and
 * `users/<pid>.json` (who needs them). The last user to go stops the servers; a user that was killed no
 * longer counts.
 *
 * @typedef {{ postgres?: import('./postgres.mjs').Postgres, rabbitmq?: import('./rabbitmq.mjs').Rabbitmq,
 *   compose?: Record<string, string>, supervisor?: import('./processes.mjs').ProcessRecord }} SetState
 */

const HELD_BY_HAND = 'held-by-hand';

/** @returns {SetState} */
export const readState = (set) => readJson(join(set.folder, 'state.json')) ?? {};

/** @param {Partial<SetState>} changes */
export function saveState(set, changes) {
  writeJson(join(set.folder, 'state.json'), { ...readState(set), ...changes });
}

/** This process needs the services until {@link removeUser}. `child` is one more process to end along with it. */
export function addUser(set, child) {
  const file = userFile(set, process.pid);
  const children = child ? [...(readJson(file)?.children ?? []), recordProcess(child)] : [];
  writeJson(file, { ...recordProcess(process.pid), children });
}

export const removeUser = (set) => rmSync(userFile(set, process.pid), { force: true });

/** Services started by hand (`services.mjs up`) stay until they are stopped by hand. */
export const holdByHand = (set) => writeJson(userFile(set, HELD_BY_HAND), {});
export const letGoByHand = (set) => rmSync(userFile(set, HELD_BY_HAND), { force: true });

/** The users, those who were killed without a good-bye apart. */
export function readUsers(set) {
  const folder = join(set.folder, 'users');
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  const users = files.map((name) => ({ file: join(folder, name), ...readJson(join(folder, name)) }));
  const counts = (user) => user.file.endsWith(`${HELD_BY_HAND}.json`) || isAlive(user);
  return { living: users.filter(counts), dead: users.filter((user) => !counts(user)) };
}

export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** Whole or not at all, and for the owner's eyes only: the files hold passwords. */
export function writeJson(file, value) {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}

const userFile = (set, name) => join(set.folder, 'users', `${name}.json`);
