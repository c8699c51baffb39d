/** Longer than a transaction takes that ends with the report made within it. */
const SOON_MS = 250;

interface Looking {
  /** Looks for events that are due. */
  look: () => void;
  pollMs: number;
  now: () => number;
}

/**
 * When the outbox is polled: at once where something was queued or is due again, and regularly in any case, for what another
 * process queued, and for what this process did not notice.
 */
export class Looks {
  #poll: NodeJS.Timeout | null = null;
  #soon: NodeJS.Timeout | undefined;

  constructor(private readonly looking: Looking) {}

  get areOn(): boolean {
    return this.#poll !== null;
  }

  start(): void {
    this.#poll ??= setInterval(this.looking.look, this.looking.pollMs);
    this.now();
  }

  stop(): void {
    if (this.#poll) clearInterval(this.#poll);
    clearTimeout(this.#soon);
    this.#poll = null;
  }

  /** Events are committed. */
  readonly now = (): void => {
    if (this.areOn) this.looking.look();
  };

  /** Events were queued in a transaction whose end is not reported. */
  readonly soon = (): void => {
    if (!this.areOn) return;
    clearTimeout(this.#soon);
    this.#soon = setTimeout(this.now, SOON_MS).unref();
  };

  /** An event is due then. What is due after the next look in any case waits for that. */
  readonly at = (due: Date): void => {
    const waitMs = due.getTime() - this.looking.now();
    if (waitMs <= 0) this.now();
    // Checked again, because a timer may fire a moment before its time by the clock.
    else if (this.areOn && waitMs < this.looking.pollMs) setTimeout(() => this.at(due), waitMs).unref();
  };
}
