import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '@hub/runtime';
import { AxiosError, type AxiosAdapter } from 'axios';
import type { IAxiosRetryConfig } from 'axios-retry';
import type { Answer } from './answer';
import type { AttemptOutcome } from './circuit';
import { failureOfAnswer, failureOfError, type AttemptFailure } from './attempt-failure';
import type { AttemptsMade, Deferred, Unavailable } from './outcome';
import type { AttemptWatch } from './shop-gate';
import { waitAfterAttempt } from './retry-wait';
import { AttemptTimedOut, requestStore, type StoreRequest } from './store-request';

export interface AttemptOptions {
  /** Attempts of this call made before it was deferred, and whether one of them may have had an effect. */
  attemptsMade: number;
  maybeActed: boolean;
  maxAttempts: number;
  /** A longer wait between attempts defers the call. */
  maxWaitMs: number;
  timeoutMs: number;
  /** An answer is read up to so many bytes (D36). */
  answerBytes: number;
  retryBaseMs: number;
  /** Awaited when an attempt starts, before anything is sent, with its start in milliseconds since the epoch. */
  onAttempt?: ((startedAt: number) => Promise<void>) | undefined;
  clock: Clock;
  random: () => number;
  /** Aborted when the process is to end: no further attempt starts. */
  ending: AbortSignal;
  /** Called with the result of each attempt; no attempt is made while calls to the store are suspended (D23). */
  watch: AttemptWatch;
}

/** One attempt of a call, for the call log. */
export interface AttemptRecord {
  /** Its start, milliseconds since the epoch. */
  at: number;
  /** Of its answer; null: there was none. */
  status: number | null;
  /** Its failure; null: its answer ended the call. */
  failure: AttemptFailure['reason'] | null;
  /** The store's error code if the contract knows it, or the network's. */
  code: string | null;
  durationMs: number;
}

/**
 * The attempts of one call (D23): makes each within its time and size, and has axios-retry make another if and when
 * required.
 */
export class Attempts {
  made: number;
  /** Those made now, one after another. */
  readonly log: AttemptRecord[] = [];
  lastAnswer: Answer | null = null;
  private lastFailure: AttemptFailure | null = null;
  private maybeActed: boolean;
  private waitMs = 0;
  private tooLongToWait = false;

  constructor(
    private readonly request: StoreRequest,
    private readonly options: AttemptOptions,
  ) {
    // A deferred call has at least one attempt left, whatever its caller counted.
    this.made = Math.min(options.attemptsMade, options.maxAttempts - 1);
    this.maybeActed = options.maybeActed;
  }

  /** One attempt: the whole answer within the time, read up to the limit. Fails on what D23 retries. */
  readonly adapter: AxiosAdapter = async (config) => {
    const { clock, watch, onAttempt } = this.options;
    await onAttempt?.(clock.now());
    const begunAt = clock.now();
    this.made += 1;
    this.lastAnswer = null;
    try {
      const answer = await requestStore(this.request, this.options);
      this.lastAnswer = answer;
      this.lastFailure = failureOfAnswer(answer, clock.now());
      if (this.lastFailure) throw new AxiosError('temporary failure', AxiosError.ERR_BAD_RESPONSE, config);
      return { status: answer.status, statusText: '', headers: {}, data: answer, config };
    } catch (error) {
      this.lastFailure ??= failureOfError(error, error instanceof AttemptTimedOut);
      throw new AxiosError('attempt failed', AxiosError.ERR_NETWORK, config);
    } finally {
      watch.note(endOf(this.lastFailure), clock.now() - begunAt);
      this.log.push(this.recordOf(begunAt));
    }
  };

  private recordOf(begunAt: number): AttemptRecord {
    const { lastAnswer, lastFailure } = this;
    return {
      at: begunAt,
      status: lastAnswer?.status ?? null,
      failure: lastFailure?.reason ?? null,
      code: lastFailure?.code ?? null,
      durationMs: this.options.clock.now() - begunAt,
    };
  }

  /** The facts when an answer has ended the call. */
  before(): AttemptsMade {
    return { attempts: this.made, maybeActed: this.maybeActed };
  }

  retryRules(): IAxiosRetryConfig {
    return {
      retries: this.options.maxAttempts - this.made - 1,
      retryCondition: () => this.mayTryAgain(),
      retryDelay: () => 0,
    };
  }

  /** The outcome after the last attempt has failed. Throws `unexpected` if the error is not an attempt's. */
  outcome(unexpected: unknown): Unavailable | Deferred {
    const { lastFailure: failure, made } = this;
    if (!failure) throw unexpected;
    const maybeActed = this.maybeActed || failure.maybeActed;
    if (this.tooLongToWait) {
      return { kind: 'postponed', reason: 'long_wait', afterMs: this.waitMs, attemptsMade: made, maybeActed };
    }
    const { reason, status, code, retryAfterMs } = failure;
    return { kind: 'unavailable', reason, status, code, retryAfterMs, maybeActed, attempts: made };
  }

  /** Waits for the time of the next attempt; false if there is none, or the process ends before it. */
  private async mayTryAgain(): Promise<boolean> {
    const { lastFailure: failure, made: attempt } = this;
    if (!failure?.temporary) return false;
    const { retryBaseMs: baseMs, maxWaitMs, random, ending, watch } = this.options;
    const pauseMs = watch.pauseMs();
    const waitMs = waitAfterAttempt({ attempt, baseMs, retryAfterMs: failure.retryAfterMs, random });
    this.waitMs = Math.max(waitMs, pauseMs);
    this.tooLongToWait = pauseMs > 0 || waitMs > maxWaitMs || !(await waited(waitMs, ending));
    if (this.tooLongToWait) return false;
    this.maybeActed ||= failure.maybeActed;
    this.lastFailure = null;
    return true;
  }
}

function endOf(failure: AttemptFailure | null): AttemptOutcome {
  if (failure === null) return 'served';
  return failure.reason === 'timeout' ? 'timed_out' : 'failed';
}

/** @returns whether the time has passed; false as soon as the process is to end */
function waited(ms: number, ending: AbortSignal): Promise<boolean> {
  return wait(ms, true, { signal: ending }).catch(() => false);
}
