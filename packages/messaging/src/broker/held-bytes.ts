/** As much as half of a pod's memory leaves room for, with what parsing makes of it. */
const BOUND = 32 * 1024 * 1024;

/**
 * The bytes of messages that a process holds unacknowledged, of all its queues (D36). The broker bounds their number
 * alone, whatever their size.
 */
export class HeldBytes {
  private held = 0;
  private waiting: (() => void)[] = [];

  constructor(private readonly bound = BOUND) {}

  /** Whether another message may be held; the last one may exceed the bound. */
  hasRoom(): boolean {
    return this.held < this.bound;
  }

  hold(bytes: number): void {
    this.held += bytes;
  }

  release(bytes: number): void {
    this.held -= bytes;
    if (this.hasRoom()) for (const wake of this.waiting.splice(0)) wake();
  }

  /** Resolves once there may be room. */
  async untilRoom(): Promise<void> {
    if (!this.hasRoom()) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}
