import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const subfolders = (folder) =>
  existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
const byVersionDownwards = (a, b) => b.localeCompare(a, 'en', { numeric: true });
const pathFolders = () => (process.env.PATH ?? '').split(delimiter).filter(Boolean);

/**
 * The folder with PostgreSQL's `initdb` and `postgres`, newest version first: packages of Debian, Red Hat and
 * Homebrew, then the PATH.
 */
export function findPostgresFolder() {
  const packaged = [
    ...subfolders('/usr/lib/postgresql'),
    ...subfolders('/usr').filter((folder) => folder.startsWith('/usr/pgsql-')),
    ...subfolders('/opt/homebrew/opt').filter((folder) => folder.includes('/postgresql')),
    ...subfolders('/usr/local/opt').filter((folder) => folder.includes('/postgresql')),
  ];
  const folders = [
    ...packaged.sort(byVersionDownwards).map((folder) => join(folder, 'bin')),
    ...pathFolders(),
  ];
  return (
    folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)))) ?? null
  );
}

/**
 * RabbitMQ's own start script: Debian's wrapper in /usr/sbin would insist on the user `rabbitmq`, so the
 * script behind it comes first.
 */
export const findRabbitmqServer = () => findOfRabbitmq('rabbitmq-server');

/** The command that operates it; for the same reason not the wrapper. */
export const findRabbitmqctl = () => findOfRabbitmq('rabbitmqctl');

/** The command that says how it is. */
export const findRabbitmqDiagnostics = () => findOfRabbitmq('rabbitmq-diagnostics');

/** The command that moves and grows queues. */
export const findRabbitmqQueues = () => findOfRabbitmq('rabbitmq-queues');

/** The release that is found, such as `4`, by the folder of its programs; null if the folder does not name it. */
export function rabbitmqMajor() {
  const server = findRabbitmqServer();
  const version = server && /rabbitmq_server-(\d+)\./.exec(realpathSync(server))?.[1];
  return version ? Number(version) : null;
}

function findOfRabbitmq(program) {
  const folders = [
    '/usr/lib/rabbitmq/bin',
    ...pathFolders(),
    '/opt/homebrew/sbin',
    '/usr/local/sbin',
    '/usr/sbin',
  ];
  return folders.map((folder) => join(folder, program)).find((file) => existsSync(file)) ?? null;
}

/** Erlang's port mapper, which every RabbitMQ node registers with. */
export function findEpmd() {
  const erlang = subfolders('/usr/lib/erlang').map((folder) => join(folder, 'bin'));
  const folders = [...pathFolders(), '/usr/lib/erlang/bin', ...erlang, '/opt/homebrew/bin', '/usr/local/bin'];
  return folders.map((folder) => join(folder, 'epmd')).find((file) => existsSync(file)) ?? null;
}

/** A Chromium or Chrome that tests can control: `CHROMIUM` names one, else the usual paths. */
export function findChromium() {
  // The same engine without windows: a quarter less of processor time for each page.
  const names = [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ];
  const files = [
    process.env.CHROMIUM ?? '',
    ...names.flatMap((name) => pathFolders().map((folder) => join(folder, name))),
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ];
  return files.find((file) => file !== '' && existsSync(file)) ?? null;
}

/** haproxy, which stands before the copies of a rolling restart. */
export const findHaproxy = () => findProgram('haproxy');

/** PgBouncer, which tests put between services and PostgreSQL. */
export const findPgbouncer = () => findProgram('pgbouncer');

/** A program of that name in the usual paths, or null. */
export function findProgram(name) {
  const folders = ['/usr/sbin', ...pathFolders(), '/opt/homebrew/bin', '/usr/local/bin'];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null;
}
