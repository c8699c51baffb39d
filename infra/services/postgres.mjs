import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runCommand } from '../run-command.mjs';
import { answers, becomesTrue, freePorts } from './free-port.mjs';
import { findPostgresFolder } from './find-binaries.mjs';
import { providePrivateFolder } from './private-folder.mjs';
import { commandLineOf, endProcess, isAlive, recordProcess } from './processes.mjs';
import { startDetached } from './start-detached.mjs';
import { postgresUser } from './unprivileged-user.mjs';
import { postgresUrl } from './urls.mjs';

const ROLE = 'hub';
const ATTEMPTS = 5;
const START_MS = 60_000;
/** The path of a socket must fit in 107 bytes; PostgreSQL adds `/.s.PGSQL.<port>.lock`. */
const LONGEST_SOCKET_FOLDER = 80;

/** Test data need not survive a crash. */
const FAST_AND_FORGETFUL = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum_naptime=10min',
  'max_wal_size=256MB',
];

/**
 * A private PostgreSQL, as recorded on disk.
 *
 * @typedef {{ folder: string, password: string, port?: number, process?:
 *   import('./processes.mjs').ProcessRecord }} Postgres
 */

/** @param {Postgres | undefined} postgres */
export const postgresAnswers = async (postgres) =>
  isAlive(postgres?.process) && answers({ port: postgres.port });

/**
 * Starts the instance, making its data folder first where there is none.
 *
 * @param {{ known?: Postgres, folder: string, durable: boolean, save: (postgres: Postgres) => void }} options
 *   `known` is what an earlier run recorded; `save` is called with the process as soon as there is one
 * @returns {Promise<Postgres>}
 */
export async function startPostgres({ known, folder, durable, save }) {
  const binaries = findPostgresFolder();
  const user = postgresUser();
  let postgres = findCluster(known?.folder ?? folder);
  if (!postgres) {
    postgres = {
      folder: await providePrivateFolder(folder, user),
      password: randomBytes(16).toString('hex'),
    };
    await createCluster(postgres, { binaries, user });
    save(postgres);
  }
  await endLeftover(postgres);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const [port] = await freePorts(1);
    const process = startDetached(join(binaries, 'postgres'), settings(postgres, { port, durable }), {
      ...user,
      cwd: postgres.folder,
      env: environment(),
      logFile: join(postgres.folder, 'postgres.log'),
    });
    postgres = { ...postgres, port, process };
    save(postgres);
    const startedOrEnded = () => isReady(postgres) || !isAlive(process);
    if ((await becomesTrue(startedOrEnded, { timeoutMs: START_MS })) && isAlive(process)) return postgres;
    await stopPostgres(postgres);
  }
  throw new Error(`PostgreSQL does not start; see ${join(postgres.folder, 'postgres.log')}`);
}

/** Fast shutdown first (open sessions are ended), then immediate, then by force. */
export async function stopPostgres(postgres) {
  await endProcess(postgres?.process, [
    { signal: 'SIGINT', waitMs: 20_000 },
    { signal: 'SIGQUIT', waitMs: 5_000 },
    { signal: 'SIGKILL', waitMs: 2_000 },
  ]);
}

/**
 * Copies a server that runs, so that {@link startPostgres} on that folder starts a standby of it: one that follows it, and is
 * asked read only until it is promoted.
 *
 * @param {{ of: string, folder: string, name: string }} options `of`: the address of the server; `name`: by which it knows its
 *   standby
 * @returns {Promise<string>} the folder: another one, where the server's user cannot reach the one given
 */
export async function makeStandby({ of, folder, name }) {
  const user = postgresUser();
  const own = await providePrivateFolder(folder, user);
  const primary = new URL(of);
  writeFileSync(passwordFileOf(own), `${decodeURIComponent(primary.password)}\n`, { mode: 0o644 });
  primary.searchParams.set('application_name', name);
  const args = [`--pgdata=${join(own, 'data')}`, `--dbname=${primary.href}`, '--write-recovery-conf'];
  const how = ['--checkpoint=fast', '--wal-method=stream', '--no-sync'];
  const copy = join(findPostgresFolder(), 'pg_basebackup');
  await runCommand(copy, [...args, ...how], { ...user, cwd: own, env: environment() });
  return own;
}

/** As a machine that loses its power ends it, with the processes of its sessions. */
export async function killPostgres(postgres) {
  const { pid } = postgres.process;
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=', '--ppid', String(pid)]);
  const children = stdout.split('\n').flatMap((line) => recordProcess(Number(line)) ?? []);
  for (const one of [postgres.process, ...children])
    await endProcess(one, [{ signal: 'SIGKILL', waitMs: 2_000 }]);
}

/** The password stays beside the data it opens. */
const passwordFileOf = (folder) => join(folder, 'password');

function findCluster(folder) {
  const isComplete = [join(folder, 'data', 'PG_VERSION'), passwordFileOf(folder)].every((file) =>
    existsSync(file),
  );
  return isComplete ? { folder, password: readFileSync(passwordFileOf(folder), 'utf8').trim() } : null;
}

/**
 * Made under other names and then moved into place, the data last, so that an interrupted start is never
 * taken for a cluster.
 */
async function createCluster({ folder, password }, { binaries, user }) {
  const [passwordDraft, dataDraft] = ['password.draft', 'data.draft'].map((name) => join(folder, name));
  const dataFolder = join(folder, 'data');
  for (const old of [dataFolder, dataDraft]) rmSync(old, { recursive: true, force: true });
  // The folder is closed to others; the server's user, who may be another than we, has to read it.
  writeFileSync(passwordDraft, `${password}\n`, { mode: 0o644 });
  // Byte order everywhere: sorted the same on every machine, and by code point as D24 asks.
  const shape = ['--username', ROLE, '--encoding=UTF8', '--locale=C', '--auth=scram-sha-256', '--no-sync'];
  const args = ['--pgdata', dataDraft, '--pwfile', passwordDraft, ...shape];
  await runCommand(join(binaries, 'initdb'), args, { ...user, cwd: folder, env: environment() });
  renameSync(passwordDraft, passwordFileOf(folder));
  renameSync(dataDraft, dataFolder);
}

function settings({ folder }, { port, durable }) {
  const options = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder.length <= LONGEST_SOCKET_FOLDER ? folder : ''}`,
    'max_connections=300',
    'timezone=UTC',
    'log_timezone=UTC',
    ...(durable ? [] : FAST_AND_FORGETFUL),
  ];
  return ['-D', join(folder, 'data'), ...options.flatMap((option) => ['-c', option])];
}

/**
 * The eighth line of postmaster.pid says `ready` once connections are accepted; the first is the id of the
 * process.
 */
function isReady({ folder, process }) {
  const lines = postmasterFile(folder);
  return lines?.[0] === String(process.pid) && lines[7]?.trim() === 'ready';
}

function postmasterFile(folder) {
  const file = join(folder, 'data', 'postmaster.pid');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : null;
}

/**
 * A server left on this data folder by an owner who was killed before it could be recorded ends now; a file
 * left by a dead one is no obstacle.
 */
async function endLeftover({ folder }) {
  const pid = Number(postmasterFile(folder)?.[0]);
  if (!pid) return;
  const isOurs = commandLineOf(pid).includes(folder);
  if (isOurs) await stopPostgres({ process: recordProcess(pid) });
  else rmSync(join(folder, 'data', 'postmaster.pid'), { force: true });
}

/** Nothing of the caller's own PostgreSQL settings (PGHOST, PGDATA, …) reaches the server. */
const environment = () => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' });

/** @param {Postgres} postgres */
export const urlOf = (postgres, database) => postgresUrl({ ...postgres, role: ROLE, database });

/** Makes the database when it is not there yet. */
export async function createDatabase(postgres, database) {
  const env = { ...environment(), PGPASSWORD: postgres.password, PGCONNECT_TIMEOUT: '10' };
  const connection = ['--host', '127.0.0.1', '--port', String(postgres.port), '--username', ROLE];
  const createdb = join(findPostgresFolder(), 'createdb');
  await runCommand(createdb, [...connection, '--maintenance-db=postgres', database], { env }).catch(
    (error) => {
      if (!error.output?.includes('already exists')) throw error;
    },
  );
}
