/** Connection refused, reset, lost, timed out: Node's and Prisma's codes for a database or broker that is away. */
const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08003',
  '08006',
]);
const AWAY_TEXT =
  /connection terminated|can't reach database|server has closed the connection|connection timeout|timeout exceeded when trying to connect|database system is (starting up|shutting down)|client has encountered a connection error/i;
/** Deadlock and serialisation: the same work simply done again succeeds. */
const AGAIN_CODES = new Set(['40P01', '40001', 'P2034']);

/** Whether an error says that the database is away: nothing is wrong with the message, it waits (no attempt spent). */
export function isDatabaseAway(error: unknown): boolean {
  return someCause(error, (cause) => hasCode(cause, AWAY_CODES) || AWAY_TEXT.test(cause.message));
}

/** Whether the same transaction may simply be run again. */
export function isTransientConflict(error: unknown): boolean {
  return someCause(error, (cause) => hasCode(cause, AGAIN_CODES) || /deadlock detected/i.test(cause.message));
}

function hasCode(error: Error, codes: ReadonlySet<string>): boolean {
  const candidates = [codeOf(error), 'meta' in error ? codeOf(error.meta) : undefined];
  return candidates.some((code) => typeof code === 'string' && codes.has(code));
}

function codeOf(holder: unknown): unknown {
  return holder !== null && typeof holder === 'object' && 'code' in holder ? holder.code : undefined;
}

function someCause(error: unknown, test: (cause: Error) => boolean): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if (test(cause)) return true;
  }
  return false;
}
