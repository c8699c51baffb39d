/** Whether and when a failed message is handled again. */
export type Again =
  | { kind: 'never' }
  /** Spends one attempt each time; after the last wait the attempts are used up. */
  | { kind: 'after'; waitsMs: readonly number[] }
  /** Without limit; spends no attempt. */
  | { kind: 'every'; waitMs: number }
  /** Without limit, each time after the wait that the handler asks for; spends no attempt (D23). */
  | { kind: 'as_asked' }
  /** Without a wait. */
  | { kind: 'at_once'; times: number };

export interface FailureRule {
  /** What went wrong, in plain language. */
  what: string;
  again: Again;
  /**
   * What follows once it is not retried; `none`: another rule takes over, or none. A message that failed always raises
   * an alert.
   */
  afterwards: 'failed message' | 'unexpected' | 'none';
  /** Reason that the failed message is filed under. */
  reason?: string;
}

/**
 * The response to each way in which a message can fail: one table for every consumer, which the frame, the topology and
 * `docs/message-map.md` read.
 */
export const FAILURE_POLICY = {
  unreadable: {
    what: "The bytes are no message of the queue's type.",
    again: { kind: 'never' },
    afterwards: 'failed message',
    reason: 'unreadable',
  },
  unexpected: {
    what: 'The handler throws, takes too long in the database (D37), or asks to be run again.',
    again: { kind: 'after', waitsMs: [1_000, 5_000, 30_000, 60_000, 300_000] },
    afterwards: 'failed message',
    reason: "the error's name, or the handler's words",
  },
  givenUp: {
    what: 'The handler gives up: a tracking or return after its three attempts, a placing after its rounds of attempts, any permanent refusal of a store (D23).',
    again: { kind: 'never' },
    afterwards: 'failed message',
    reason: "the handler's words",
  },
  processLost: {
    what: 'The process ends, or its connection is lost, while it has the message: the broker gives it out again, and moves it to the failed messages at its delivery limit.',
    again: { kind: 'at_once', times: 20 },
    afterwards: 'failed message',
    reason: 'delivery_limit',
  },
  conflict: {
    what: 'Deadlock or serialisation failure: the same transaction again.',
    again: { kind: 'at_once', times: 2 },
    afterwards: 'unexpected',
  },
  databaseAway: {
    what: 'The database is unavailable, read-only, full or out of connections, or nothing reached it (D37): nothing is wrong with the message. Consuming pauses until it is back.',
    again: { kind: 'every', waitMs: 1_000 },
    afterwards: 'none',
  },
  waitedTooLong: {
    what: 'An event came before the database was back, and is older than its store waits (D5): it goes behind the fresh ones, once.',
    again: { kind: 'at_once', times: 1 },
    afterwards: 'none',
  },
  storeNotNow: {
    what: "The store's calls are held, switched off, suspended by the circuit breaker, or it asks for a wait of more than 5 s (D23).",
    again: { kind: 'as_asked' },
    afterwards: 'none',
  },
  eventUnsettled: {
    what: 'An event cannot be decided yet: `503`, nothing recorded, the store sends it again. A replay, which no store sends again, counts as unexpected.',
    again: { kind: 'never' },
    afterwards: 'none',
  },
  deadLetterNotStored: {
    what: 'A failed message cannot be stored: it is never given up.',
    again: { kind: 'every', waitMs: 60_000 },
    afterwards: 'none',
  },
} as const satisfies Record<string, FailureRule>;

/** The rules in reading order. */
export const FAILURE_RULES: readonly FailureRule[] = Object.values(FAILURE_POLICY);
