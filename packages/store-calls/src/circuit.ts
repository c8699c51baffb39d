import { LIMITS } from '@hub/contract';

/** The result of one attempt for the circuit: served, even with a refusal, or not. */
export type AttemptOutcome = 'served' | 'failed' | 'timed_out';

export interface CircuitEvents {
  onOpen: () => void;
  onClose: () => void;
}

/**
 * The circuit breaker of one shop (D23): five consecutive failed attempts open it, one trial is made after 30 s; after
 * a timeout the store is `slow` until an attempt succeeds. Times in milliseconds.
 */
export class Circuit {
  /** One call in flight at a time. */
  slow = false;
  private failures = 0;
  private openedAt: number | null = null;
  private trialOut = false;

  constructor(private readonly events: CircuitEvents) {}

  get isOpen(): boolean {
    return this.openedAt !== null;
  }

  /** How long calls to the store stay suspended; 0 for a call that may be sent. */
  pauseMs(now: number): number {
    if (this.openedAt === null) return 0;
    if (this.trialOut) return LIMITS.commandWaitMs;
    return Math.max(0, this.openedAt + LIMITS.breakerPauseMs - now);
  }

  /** A call is sent: the trial, if the circuit is open. @returns what to do when the call has ended */
  admit(): () => void {
    if (this.openedAt === null) return () => undefined;
    this.trialOut = true;
    return () => {
      this.trialOut = false;
    };
  }

  note(end: AttemptOutcome, now: number): void {
    if (end === 'served') return this.close();
    this.failures += 1;
    if (end === 'timed_out') this.slow = true;
    // A call that was in flight before it opened gives no new information.
    const opens = this.openedAt === null ? this.failures >= LIMITS.breakerFailures : this.trialOut;
    if (!opens) return;
    this.openedAt = now;
    this.trialOut = false;
    this.events.onOpen();
  }

  private close(): void {
    const wasOpen = this.isOpen;
    this.failures = 0;
    this.slow = false;
    this.openedAt = null;
    this.trialOut = false;
    if (wasOpen) this.events.onClose();
  }
}
