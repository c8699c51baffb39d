import type { Clock } from '@hub/runtime';
import { Circuit, type AttemptOutcome, type CircuitEvents } from './circuit';
import type { Slots } from './slots';

/** Calls to one shop in flight at a time. */
export const CALLS_IN_FLIGHT = 8;

/** An unknown store is assumed to be quick. */
const FIRST_GUESS_MS = 200;
/** A call that finds no slot is retried when one may be free: not at once, and within a timeout. */
const SOONEST_MS = 2_000;
const LATEST_MS = 30_000;

/** This process ends: another may make the call at once. */
const ELSEWHERE_AFTER_MS = 1_000;

/** Why a call was not started, and when to retry. */
export interface Held {
  held: 'circuit_open' | 'bulkhead_full' | 'stopping';
  afterMs: number;
}

export interface ShopGateOptions extends CircuitEvents {
  clock: Clock;
  /** Aborted when the process is to end: no call starts. */
  ending: AbortSignal;
  /** Of all shops together. */
  slots: Slots;
}

/** What the attempts of a call report to its gate, and ask it. */
export interface AttemptWatch {
  note(end: AttemptOutcome, durationMs: number): void;
  /** How long calls to the store are suspended from now on: no further attempt before that. */
  pauseMs(): number;
}

/**
 * The gate to one shop (D23): limits its calls in flight, so that a slow store holds up only itself, and suspends calls
 * to a failing store for 30 s before one trial. A call that would wait longer than its patience is deferred at once.
 */
export class ShopGate implements AttemptWatch {
  private readonly circuit: Circuit;
  private readonly inFlight = new Set<{ since: number }>();
  private readonly waiting: ((granted: boolean) => void)[] = [];
  private attemptMs = FIRST_GUESS_MS;

  constructor(private readonly options: ShopGateOptions) {
    this.circuit = new Circuit(options);
  }

  /** Runs a call when there is a slot within `maxWaitMs` and the circuit allows it; otherwise returns when to retry. */
  async run<T>(call: (watch: AttemptWatch) => Promise<T>, maxWaitMs: number): Promise<T | Held> {
    const held = this.closed() ?? this.full(maxWaitMs);
    if (held) return held;
    const { slots, clock } = this.options;
    const place = { since: clock.now() };
    slots.take();
    try {
      if (!(await this.enter(place, maxWaitMs))) return this.closed() ?? this.comeBack();
      // While it waited the store may have failed for others.
      const closed = this.closed();
      if (closed) return closed;
      place.since = clock.now();
      const end = this.circuit.admit();
      try {
        return await call(this);
      } finally {
        end();
      }
    } finally {
      slots.leave();
      this.inFlight.delete(place);
      this.grant();
    }
  }

  note(end: AttemptOutcome, durationMs: number): void {
    this.attemptMs = (this.attemptMs + durationMs) / 2;
    this.circuit.note(end, this.options.clock.now());
  }

  pauseMs(): number {
    return this.circuit.pauseMs(this.options.clock.now());
  }

  /** The process is to end: calls that wait for a slot need not. */
  dismissWaiting(): void {
    for (const settle of this.waiting.splice(0)) settle(false);
  }

  private closed(): Held | null {
    if (this.options.ending.aborted) return { held: 'stopping', afterMs: ELSEWHERE_AFTER_MS };
    const afterMs = this.pauseMs();
    return afterMs > 0 ? { held: 'circuit_open', afterMs } : null;
  }

  private full(maxWaitMs: number): Held | null {
    const own = this.inFlight.size + this.waiting.length;
    const finds = this.options.slots.mayTake(own) && this.expectedWaitMs() <= maxWaitMs;
    return finds ? null : this.comeBack();
  }

  private comeBack(): Held {
    const afterMs = Math.min(Math.max(this.expectedWaitMs(), SOONEST_MS), LATEST_MS);
    return { held: 'bulkhead_full', afterMs };
  }

  /** How long the next call would wait: a store is as quick as before, or as slow as the longest call in flight. */
  private expectedWaitMs(): number {
    const capacity = this.capacity();
    if (this.inFlight.size < capacity && this.waiting.length === 0) return 0;
    const [oldest] = this.inFlight;
    const oldestMs = oldest ? this.options.clock.now() - oldest.since : 0;
    return Math.ceil((Math.max(this.attemptMs, oldestMs) * (this.waiting.length + 1)) / capacity);
  }

  private capacity(): number {
    return this.circuit.slow ? 1 : CALLS_IN_FLIGHT;
  }

  /** @returns false if no slot became free in time */
  private enter(place: { since: number }, maxWaitMs: number): Promise<boolean> {
    if (this.inFlight.size < this.capacity()) {
      this.inFlight.add(place);
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const settle = (granted: boolean) => {
        clearTimeout(patience);
        if (granted) this.inFlight.add(place);
        resolve(granted);
      };
      const patience = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(settle), 1);
        settle(false);
      }, maxWaitMs);
      this.waiting.push(settle);
    });
  }

  private grant(): void {
    while (this.inFlight.size < this.capacity()) {
      const next = this.waiting.shift();
      if (!next) return;
      next(true);
    }
  }
}
