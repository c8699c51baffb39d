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
/** As PgBouncer 1.24 keeps by default. */
const KEPT_STATEMENTS = 200;

export interface PoolerOptions {
  /** Server sessions, shared by all clients. */
  sessions: number;
  port: number;
  /** Whether a client finds its prepared statements in every session: only where `keepsStatements` says that it can. */
  prepared?: boolean;
  /** Drops the time limits that a session states; unset: refuses such a session, as PgBouncer does by default. */
  ignoresLimits?: boolean;
  /** What it sends to the server at the start of each session. */
  atConnect?: string;
}

/** PgBouncer in transaction mode before a database: clients switch server sessions between transactions, and lose prepared statements unless configured. */
export class Pooler {
  private constructor(
    readonly url: string,
    private readonly process: ChildProcess,
    private readonly folder: string,
  ) {}

  /** Whether this machine's PgBouncer can keep prepared statements. */
  static keepsStatements(): boolean {
    return minorVersion() >= KEEPS_STATEMENTS;
  }

  static async before(databaseUrl: string, options: PoolerOptions): Promise<Pooler> {
    const folder = mkdtempSync(join(tmpdir(), 'hub-pooler-'));
    const file = join(folder, 'pgbouncer.ini');
    writeFileSync(file, settings(new URL(databaseUrl), options));
    // It refuses to run as root, and must read its settings as another user.
    for (const path of [folder, file]) chmodSync(path, 0o755);
    const child = spawn(testPgbouncer(), [file], { ...user(), stdio: 'ignore' });
    const url = new URL(databaseUrl);
    Object.assign(url, { hostname: '127.0.0.1', port: String(options.port) });
    const pooler = new Pooler(url.href, child, folder);
    process.once('exit', pooler.endWithUs);
    await eventually(() => answers(url.href));
    return pooler;
  }

  private readonly endWithUs = () => this.process.kill('SIGKILL');

  async stop(): Promise<void> {
    process.off('exit', this.endWithUs);
    const ended = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await ended;
    rmSync(this.folder, { recursive: true });
  }
}

function settings(server: URL, options: PoolerOptions): string {
  const { sessions, port, prepared = false, ignoresLimits = false, atConnect } = options;
  const { hostname, port: serverPort, username, password } = server;
  const target = `host=${hostname} port=${serverPort || 5432} user=${username} password=${decodeURIComponent(password)}`;
  return `[databases]
* = ${target}${atConnect === undefined ? '' : ` connect_query='${atConnect}'`}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${sessions}
max_client_conn = 500
${ignoresLimits ? 'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout' : ''}
${Pooler.keepsStatements() ? `max_prepared_statements = ${prepared ? KEPT_STATEMENTS : 0}` : ''}
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
