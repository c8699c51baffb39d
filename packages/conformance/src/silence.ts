import { LIMITS, STORE_ENDPOINTS, type StoreOperation } from '@hub/contract';
import { NotRun } from './check-ending';

/** How many consecutive requests without an answer: two calls of three attempts. */
const SILENT_AFTER = 2 * LIMITS.attempts;

/** Endpoints that do not answer. They are not called forever: each request waits 30 seconds, and there are many. */
export class Silence {
  readonly #unanswered = new Map<StoreOperation, number>();
  #answered = false;

  /** Whether any endpoint answered. */
  get isBroken(): boolean {
    return this.#answered;
  }

  /** Throws NotRun where another call is useless. */
  requireVoice(operation: StoreOperation): void {
    const unanswered = [...this.#unanswered.values()].reduce((sum, count) => sum + count, 0);
    if (!this.#answered && unanswered >= SILENT_AFTER)
      throw new NotRun(`the store gave no answer to any of ${unanswered} requests`);
    const here = this.#unanswered.get(operation) ?? 0;
    if (here >= SILENT_AFTER)
      throw new NotRun(`${STORE_ENDPOINTS[operation].endpoint} gave no answer to ${here} requests in a row`);
  }

  note(operation: StoreOperation, answered: boolean): void {
    this.#answered ||= answered;
    this.#unanswered.set(operation, answered ? 0 : 1 + (this.#unanswered.get(operation) ?? 0));
  }
}
