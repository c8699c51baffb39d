import type { AttemptOutcome } from '../storage';
import type { ServiceAnswer } from './post-event';

interface Attempt {
  answer: ServiceAnswer;
  /** Attempts that had ended before this one. */
  attempts: number;
  nowMs: number;
  /** The wait after each attempt. */
  delaysMs: readonly number[];
}

/** "Delivery rules": again only on no answer, `5xx` or `429`; a `200` ends it, any other `4xx` is final. */
export function decideOutcome({ answer, attempts, nowMs, delaysMs }: Attempt): AttemptOutcome['end'] {
  if (answer?.kind === 'taken') return { state: 'delivered' };
  const at = new Date(nowMs);
  if (answer?.kind === 'refused') {
    const { status, code, field } = answer;
    return { state: 'parked', reason: { at, status, code, field } };
  }
  const delay = delaysMs[attempts];
  if (delay === undefined)
    return {
      state: 'parked',
      reason: { at, status: answer?.status ?? null, code: answer?.code ?? null, field: null },
    };
  return { state: 'retry', dueAt: new Date(nowMs + Math.max(delay, answer?.retryAfterMs ?? 0)) };
}
