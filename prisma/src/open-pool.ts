import { Socket } from 'node:net';
import { Client, Pool, type ClientBase, type PoolClient } from 'pg';
import { connectionSettings } from './connection-settings';
import { sqlStateOf, TimeLimitExceeded } from './database-failure';

/** Time limits of a connection; after them it is given up, whatever the state of the other side. */
export interface Limits {
  /** To connect, or to get a connection from the pool. */
  connectMs: number;
  /** One statement, cancelled by the server. */
  statementMs: number;
  /** Without a byte from the server while the connection is in use: a vanished host sends nothing more. */
  silenceMs: number;
  /**
   * Between two statements of a transaction, judged by the server: its process is gone or hangs, and others wait for its
   * locks. The relay of the outbox waits in one for the broker, 5 s at most.
   */
  idleMs: number;
}

/**
 * A statement is cancelled at its transaction's limit; a server that is silent for somewhat longer is gone. What a
 * process left behind ends in half of that time, so that those who wait for its locks get them before they give up.
 */
export const USUAL_LIMITS: Limits = {
  connectMs: 5_000,
  statementMs: 20_000,
  silenceMs: 25_000,
  idleMs: 10_000,
};

export interface PoolOptions {
  url: string;
  size: number;
  limits: Limits;
  /** Shown by the server as who holds the connection. */
  applicationName?: string | undefined;
  /** The authority that signs the server's certificate, where it is not in the URL. */
  caFile?: string | undefined;
  /** A pooler in between does not keep the session's limits: each transaction sets its own. */
  pooled?: boolean | undefined;
}

/**
 * How long a transaction of this limit may stand idle, in ms: one with a longer limit than usual may compute between two
 * statements.
 */
export function idleLimitOf(timeoutMs: number): number {
  return timeoutMs > USUAL_LIMITS.statementMs ? timeoutMs + 5_000 : USUAL_LIMITS.idleMs;
}

/** The system finds out within some 20 s that a host is gone while nothing is being sent to it. */
const KEEP_ALIVE_AFTER_MS = 10_000;

/** A pool whose connections have their limits, and that keeps no unusable one. */
export function openPool({ url, size, limits, applicationName, caFile, pooled = false }: PoolOptions): Pool {
  const pool = new Pool({
    ...connectionSettings(url, caFile),
    ...(pooled ? {} : sessionLimits(limits)),
    max: size,
    connectionTimeoutMillis: limits.connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    application_name: applicationName,
    allowExitOnIdle: true,
    ...beforeUse(limits),
  });
  // A connection lost while idle is replaced when the next is asked for.
  pool.on('error', () => undefined);
  replaceReadOnly(pool);
  return pool;
}

/** A new connection's silence is limited before anything else, because the server may vanish right then. */
function beforeUse({ silenceMs }: Limits) {
  return {
    onConnect(client: ClientBase) {
      if (client instanceof Client) limitSilence(client, silenceMs);
      return withoutCompiling(client);
    },
  };
}

/**
 * PostgreSQL compiles statements that it expects to be expensive, the more often the more rows there are: that takes far
 * longer than what an index answers. Behind a pooler this reaches one of its sessions; transactions say it themselves.
 */
function withoutCompiling(client: ClientBase) {
  return client.query('SET jit = off');
}

function sessionLimits({ statementMs, idleMs }: Limits) {
  return { statement_timeout: statementMs, idle_in_transaction_session_timeout: idleMs };
}

/** Cuts the connection: pending queries fail at once, and so do later ones. */
function limitSilence(client: Client, silenceMs: number): void {
  const { stream } = client.connection;
  if (!(stream instanceof Socket)) return;
  stream.setTimeout(silenceMs, () =>
    stream.destroy(new TimeLimitExceeded(`the database answered nothing for ${silenceMs} ms`)),
  );
}

/**
 * A session that answers that it is read-only (25006) is not used again: its successor may find the writable server at
 * the same address, or the end of a read-only time (D37).
 */
function replaceReadOnly(pool: Pool): void {
  const readOnly = new WeakSet<PoolClient>();
  pool.on('connect', (client) =>
    client.connection.on('errorMessage', (message: unknown) => {
      if (sqlStateOf(message) === '25006') readOnly.add(client);
    }),
  );
  pool.on('release', (_error, client) => {
    // The pool keeps no connection that is ending.
    if (readOnly.has(client)) void client.end().catch(() => undefined);
  });
}
