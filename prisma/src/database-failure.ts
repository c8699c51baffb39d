/**
 * What a failure says about the database (D37):
 * - `away`: it cannot work now, or nothing reached it; the work is not at fault and waits.
 * - `conflict`: repeating the same transaction succeeds.
 * - `too_slow`: it was available and the work took too long; the work may be at fault.
 */
export type DatabaseFailure = 'away' | 'conflict' | 'too_slow';

/** One of our own limits was exceeded: a transaction or a connection was given up from this side. */
export class TimeLimitExceeded extends Error {
  override readonly name = 'TimeLimitExceeded';
}

/**
 * The one classifier of failures (D37), by SQLSTATE wherever Prisma and the driver put it.
 * @returns null for an error that says nothing about the database: a fault of the statement, or of the code
 */
export function databaseFailure(error: unknown): DatabaseFailure | null {
  for (const link of linksOf(error)) {
    const failure = judge(link);
    if (failure) return failure;
  }
  return null;
}

/** The SQLSTATE that the server answered with, if it answered at all. */
export function sqlStateOf(error: unknown): string | null {
  for (const { state } of linksOf(error)) if (state !== undefined) return state;
  return null;
}

/** The unique key that a row would have violated, where the driver itself says so: Prisma's own client does not name it. */
export function violatedKeyOf(error: unknown): string | null {
  if (text(member(error, 'code')) !== UNIQUE_VIOLATION) return null;
  return text(member(error, 'constraint')) ?? null;
}

/** Whether the work waits until the database is back, with no attempt spent. */
export function isDatabaseAway(error: unknown): boolean {
  return databaseFailure(error) === 'away';
}

interface Link {
  /** Prisma's or Node's code, or Prisma's adapter's name for the problem. */
  code?: string | undefined;
  state?: string | undefined;
  message: string;
  limit: boolean;
}

/** Connection exception, resources, shutdown and start, system error; the login was refused: nothing reached it. */
const AWAY_STATES = /^(08|53|57P|58|28|25006|3D000)/;
const UNIQUE_VIOLATION = '23505';
const CONFLICT_STATES = new Set(['40001', '40P01']);
/** Cancelled or over its time, no lock in time, idle in a transaction, transaction over its time. */
const SLOW_STATES = new Set(['57014', '55P03', '25P03', '25P04']);

/** Refused, reset, lost, no route: the adapter's words, Node's codes; then Prisma's, also for a login, TLS and a full pool. */
const AWAY_CODES = new Set(
  (
    'ConnectionClosed DatabaseNotReachable SocketTimeout TlsConnectionError ' +
    'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH ' +
    'P1000 P1001 P1002 P1003 P1008 P1010 P1011 P1017 P2024 P2037'
  ).split(' '),
);
/** The other side is not the expected server: nothing is sent to it. */
const TLS_CODE = /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/;
/** Messages of driver and adapter without a code. */
const AWAY_TEXT =
  /connection terminated|can't reach database|server has closed the connection|connection timeout|timeout exceeded when trying to connect|client has encountered a connection error|client was closed|does not support SSL connections/i;
const SLOW_TEXT = /query read timeout/i;
/** Prisma's P2028 before the transaction began: no connection was free, or none could be made. */
const NEVER_BEGAN = /unable to start a transaction in the given time/i;

function judge({ code, state, message, limit }: Link): DatabaseFailure | null {
  if (limit) return 'too_slow';
  if (state !== undefined) return judgeState(state);
  if (code === 'P2028') return NEVER_BEGAN.test(message) ? 'away' : 'too_slow';
  if (code === 'P2034') return 'conflict';
  if (code !== undefined && (AWAY_CODES.has(code) || TLS_CODE.test(code))) return 'away';
  if (SLOW_TEXT.test(message)) return 'too_slow';
  return AWAY_TEXT.test(message) ? 'away' : null;
}

function judgeState(state: string): DatabaseFailure | null {
  if (CONFLICT_STATES.has(state)) return 'conflict';
  if (SLOW_STATES.has(state)) return 'too_slow';
  return AWAY_STATES.test(state) ? 'away' : null;
}

const DEEPEST = 6;

/** The innermost first: the error of the server or the driver counts before its wrappers. */
function linksOf(error: unknown, depth = 0): Link[] {
  if (typeof error !== 'object' || error === null || depth > DEEPEST) return [];
  const inner = [member(error, 'cause'), member(member(error, 'meta'), 'driverAdapterError')];
  return [...inner.flatMap((one) => linksOf(one, depth + 1)), linkOf(error)];
}

function linkOf(error: object): Link {
  const code = text(member(error, 'code')) ?? text(member(error, 'kind'));
  const state = [text(member(error, 'originalCode')), code].find((one) => one && SQL_STATE.test(one));
  const message = text(member(error, 'message')) ?? '';
  return { code, state, message, limit: error instanceof TimeLimitExceeded };
}

/** As far as it matters here: those of Prisma (`P2028`) and Node (`EPIPE`) begin with a letter. */
const SQL_STATE = /^\d[0-9A-Z]{4}$/;

function member(holder: unknown, key: string): unknown {
  return typeof holder === 'object' && holder !== null && key in holder
    ? Reflect.get(holder, key)
    : undefined;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
