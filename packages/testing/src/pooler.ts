import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { eventually } from './eventually';
import { testPgbouncer } from './config';

/** PgBouncer keeps prepared statements from this version on, by default from 1.24. */
const KEEPS_STATEMENTS = 21;

/** PgBouncer in transaction mode before a database: clients switch server sessions between transactions, and lose prepared statements. */
export class Pooler {
  private constructor(
    readonly url: string,
    private readonly process: ChildProcess,
    private readonly folder: string,
  ) {}

  /** @param options.sessions server sessions, shared by all clients */
  static async before(databaseUrl: string, options: { sessions: number; port: number }): Promise<Pooler> {
    const folder = mkdtempSync(join(tmpdir(), 'hub-pooler-'));
    const file = join(folder, 'pgbouncer.ini');
    writeFileSync(file, settings(new URL(databaseUrl), options));
    // It refuses to run as root, and must read its settings as another user.
    for (const path of [folder, file]) chmodSync(path, 0o755);
    const child = spawn(testPgbouncer(), [file], { ...user(), stdio: 'ignore' });
    const url = new URL(databaseUrl);
    Object.assign(url, { hostname: '127.0.0.1', port: String(options.port) });
    const pooler = new Pooler(url.href, child, folder);
    await eventually(() => answers(url.href));
    return pooler;
  }

  async stop(): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await ended;
    rmSync(this.folder, { recursive: true });
  }
}

function settings(server: URL, { sessions, port }: { sessions: number; port: number }): string {
  const { hostname, port: serverPort, username, password } = server;
  const target = `host=${hostname} port=${serverPort || 5432} user=${username} password=${decodeURIComponent(password)}`;
  return `[databases]
* = ${target}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${sessions}
max_client_conn = 200
${minorVersion() >= KEEPS_STATEMENTS ? 'max_prepared_statements = 0' : ''}
`;
}

/** Of PgBouncer 1. */
function minorVersion(): number {
  const printed = execFileSync(testPgbouncer(), ['--version'], { ...user(), encoding: 'utf8' });
  return Number(/PgBouncer 1\.(\d+)/.exec(printed)?.[1]);
}

/** As root: the user of PostgreSQL, or `nobody`. */
function user(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  const [, , uid, gid] =
    ['postgres', 'nobody']
      .flatMap((name) => users.find((line) => line.startsWith(`${name}:`)) ?? [])[0]
      ?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

async function answers(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('SELECT 1');
  await client.end();
}
