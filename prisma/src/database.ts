import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool } from 'pg';
import { PrismaClient, type Prisma } from './generated/client';
import { OneAtATime } from './one-at-a-time';
import { idleLimitOf, openPool, USUAL_LIMITS, type Limits } from './open-pool';
import { ownLimits, runSqlTransaction, sqlOn, type Sql } from './sql-transaction';
import { statementName } from './statement';

/** Prisma's own types let a caller claim what the rows of a statement are: here they are unknown until `rows` has read them. */
type Raw = '$queryRaw' | '$queryRawUnsafe' | '$executeRaw';

/** The database as services use it: Prisma's client over its own pool. */
export interface Database extends Omit<PrismaClient, Raw>, Sql {}
/** The client inside a transaction; records take it as their first parameter. */
export interface Tx extends Omit<Prisma.TransactionClient, Raw>, Sql {}

export interface DatabaseOptions {
  /** Maximum number of connections (default 10). */
  poolSize?: number;
  /** Who connects, as the server shows it: `<service>/<host>`. */
  applicationName?: string;
  /** `off` behind a pooler in transaction mode that loses time limits or prepared statements (default `named`). */
  prepared?: 'named' | 'off';
  /** The authority that signs the server's certificate, where it is not in the URL. */
  caFile?: string | undefined;
  /** Other limits than the usual ones, for tests. */
  limits?: Partial<Limits>;
}

interface Opened {
  url: string;
  options: DatabaseOptions;
  pool: Pool;
  limits: Limits;
  /** For transactions with a longer limit, by that limit: clients whose connections allow it. */
  patient: Map<number, Database>;
}

const opened = new WeakMap<Database, Opened>();

/** @param url postgres:// URL */
export function createDatabase(url: string, options: DatabaseOptions = {}): Database {
  const limits = { ...USUAL_LIMITS, ...options.limits };
  const { poolSize = 10, applicationName, caFile } = options;
  const pooled = options.prepared === 'off';
  const pool = openPool({ url, size: poolSize, limits, applicationName, caFile, pooled });
  const adapter = new OneAtATime(pool, {
    disposeExternalPool: true,
    ...(pooled ? {} : { statementNameGenerator: ({ sql }: { sql: string }) => statementName(sql) }),
  });
  const db = new PrismaClient({ adapter });
  opened.set(db, { url, options, pool, limits, patient: new Map() });
  return db;
}

export interface TransactionOptions {
  /** After this time it is rolled back (default 20 s); set-based work on a whole catalogue takes longer. */
  timeoutMs?: number;
}

/** For a transaction that may use more than SQL. */
interface WorkOptions extends TransactionOptions {
  /** Reads as of one moment; PostgreSQL refuses writes. */
  readOnly?: boolean;
}

const TIMEOUT_MS = 20_000;

/**
 * One transaction, READ COMMITTED unless it only reads (PostgreSQL's default: setting it would cost a round trip): rows
 * are locked where a rule needs it, in a fixed order. Rolls back on a throw. No HTTP call is ever made inside.
 */
export async function inTransaction<T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  { timeoutMs = TIMEOUT_MS, readOnly = false }: WorkOptions = {},
): Promise<T> {
  const { limits, options } = openedOf(db);
  const client = timeoutMs > TIMEOUT_MS ? patientClient(db, timeoutMs) : db;
  const run = async (tx: Tx) => {
    // Before anything is read: PostgreSQL refuses another isolation level afterwards, so the limit comes after it.
    if (readOnly) await tx.$executeRaw`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`;
    if (options.prepared === 'off') await tx.$executeRaw(ownLimits(timeoutMs));
    return work(tx);
  };
  const allowed = { maxWait: limits.connectMs, timeout: timeoutMs };
  if (!takenBack.getStore()) return client.$transaction(run, allowed);
  const ends: { end: T }[] = [];
  const rollingBack = async (tx: Tx) => {
    ends.push({ end: await run(tx) });
    throw new TakenBack();
  };
  await client.$transaction(rollingBack, allowed).catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error;
  });
  const [kept] = ends;
  if (!kept) throw new TakenBack();
  return kept.end;
}

class TakenBack extends Error {}
const takenBack = new AsyncLocalStorage<true>();

/**
 * Runs work whose transactions all decide as usual and are then rolled back: a forecast, without any effect. Not for
 * work that writes outside of `inTransaction`.
 */
export function withoutEffect<T>(work: () => Promise<T>): Promise<T> {
  return takenBack.run(true, work);
}

/** The same for work that only uses SQL, at a fraction of the cost: hot paths. */
export async function inSqlTransaction<T>(
  db: Database,
  work: (tx: Sql) => Promise<T>,
  { timeoutMs = TIMEOUT_MS }: TransactionOptions = {},
): Promise<T> {
  const { pool, options } = openedOf(db);
  return runSqlTransaction(pool, work, { timeoutMs, named: options.prepared !== 'off' });
}

/** A single statement as a transaction, at a fraction of the cost of Prisma's client: hot paths. */
export async function inSqlStatement<T>(db: Database, work: (sql: Sql) => Promise<T>): Promise<T> {
  const { pool, options } = openedOf(db);
  // Behind a pooler a statement gets its time limit from its transaction.
  if (options.prepared === 'off') return inSqlTransaction(db, work);
  return work(sqlOn(pool));
}

/** Current use of the pool's connections; `waiting`: work that waits for one. */
export function poolFigures(db: Database): { lent: number; idle: number; waiting: number } {
  const { totalCount, idleCount, waitingCount } = openedOf(db).pool;
  return { lent: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

/** A connection's limits apply to every statement on it: long work has separate connections. */
function patientClient(db: Database, timeoutMs: number): Database {
  const { url, options, limits, patient } = openedOf(db);
  const known = patient.get(timeoutMs);
  if (known) return known;
  const patience = idleLimitOf(timeoutMs);
  const longer = { ...limits, statementMs: timeoutMs, silenceMs: patience, idleMs: patience };
  const client = createDatabase(url, { ...options, poolSize: PATIENT_CONNECTIONS, limits: longer });
  patient.set(timeoutMs, client);
  return client;
}

/** Long work at a time. Its connections are closed once they are idle. */
const PATIENT_CONNECTIONS = 2;

function openedOf(db: Database): Opened {
  const known = opened.get(db);
  if (!known) throw new Error('not a database made by createDatabase');
  return known;
}
