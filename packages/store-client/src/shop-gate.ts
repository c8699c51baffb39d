import { LIMITS } from '@hub/contract';
import type { Clock } from '@hub/runtime';
import {
  bulkhead,
  BulkheadRejectedError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhenResult,
} from 'cockatiel';

/** Calls to one shop in flight at a time, and those that may wait for a place. */
export const CALLS_IN_FLIGHT = 8;
const CALLS_WAITING = 16;

/** A place among the calls in flight frees up soon or not for a while. */
const FULL_AGAIN_AFTER_MS = 2_000;

/** Another copy of the service takes the call up. */
const ELSEWHERE_AFTER_MS = 1_000;

/** Why a call was not begun, and when to come back. */
export interface Held {
  held: 'circuit_open' | 'bulkhead_full' | 'stopping';
  afterMs: number;
}

export interface ShopGateOptions {
  clock: Clock;
  /** Aborted when the process is to end: no call begins. */
  ending: AbortSignal;
  /** Whether a result is a failed call of the store: five in a row open the circuit (D23). */
  isFailure: (result: unknown) => boolean;
  onOpen: () => void;
  onClose: () => void;
}

/**
 * The way to one shop (D23): bounds its calls in flight, so that a slow store holds up itself only, and leaves a failing store
 * alone for 30 s before one trial.
 */
export class ShopGate {
  private readonly places = bulkhead(CALLS_IN_FLIGHT, CALLS_WAITING);
  private readonly circuit;
  private openedAt = 0;

  constructor(private readonly options: ShopGateOptions) {
    this.circuit = circuitBreaker(handleWhenResult(options.isFailure), {
      breaker: new ConsecutiveBreaker(LIMITS.breakerFailures),
      halfOpenAfter: 0, // the pause is kept below, by the clock that was given
    });
    this.circuit.onBreak(() => {
      this.openedAt = options.clock.now();
      options.onOpen();
    });
    this.circuit.onReset(options.onClose);
  }

  /** Runs a call when there is a place within `maxWaitMs` and the circuit lets it through; else says when to come back. */
  run<T>(call: () => Promise<T>, maxWaitMs: number): Promise<T | Held> {
    const full: Held = { held: 'bulkhead_full', afterMs: FULL_AGAIN_AFTER_MS };
    return new Promise((resolve, reject) => {
      let gaveUp = false;
      const patience = setTimeout(() => {
        gaveUp = true;
        resolve(full);
      }, maxWaitMs);
      this.places
        .execute(() => {
          clearTimeout(patience);
          return gaveUp ? full : this.throughCircuit(call);
        })
        .catch((error: unknown) => {
          clearTimeout(patience);
          if (error instanceof BulkheadRejectedError) return full;
          throw error;
        })
        .then(resolve, reject);
    });
  }

  private throughCircuit<T>(call: () => Promise<T>): Promise<T | Held> | Held {
    if (this.options.ending.aborted) return { held: 'stopping', afterMs: ELSEWHERE_AFTER_MS };
    const afterMs = this.pauseMs();
    return afterMs > 0 ? { held: 'circuit_open', afterMs } : this.circuit.execute(call);
  }

  /** How long the store is still left alone; 0 for a call that may go out. */
  private pauseMs(): number {
    if (this.circuit.state === CircuitState.HalfOpen) return LIMITS.commandWaitMs; // the one trial is on its way
    if (this.circuit.state !== CircuitState.Open) return 0;
    return Math.max(0, this.openedAt + LIMITS.breakerPauseMs - this.options.clock.now());
  }
}
