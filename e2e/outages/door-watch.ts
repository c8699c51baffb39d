import type { SimulatedStore } from '@hub/store-simulator';

const LOOK_EVERY_MS = 100;

/** Looks on at what stores are answered, until it is stopped. */
export class DoorWatch {
  private readonly timer = setInterval(() => this.look(), LOOK_EVERY_MS);
  private last = { taken: 0, at: Date.now() };
  private longestMs = 0;
  private earlierMs = 0;

  constructor(private readonly stores: readonly Pick<SimulatedStore, 'deliveries'>[]) {}

  /** Events that were answered `200` by now. */
  get taken(): number {
    return this.stores.reduce(
      (sum, { deliveries }) => sum + deliveries.filter(({ answer }) => answer?.status === 200).length,
      0,
    );
  }

  /** Measures the longest pause separately from now on. @returns the longest pause until then */
  measure(): number {
    this.look();
    this.earlierMs = Math.max(this.earlierMs, this.longestMs);
    const { longestMs } = this;
    this.longestMs = 0;
    this.last.at = Date.now();
    return longestMs;
  }

  /** @returns the longest time in which no further event was answered `200` */
  stop(): number {
    clearInterval(this.timer);
    this.look();
    return Math.max(this.earlierMs, this.longestMs);
  }

  private look(): void {
    const { taken } = this;
    const now = Date.now();
    this.longestMs = Math.max(this.longestMs, now - this.last.at);
    if (taken > this.last.taken) this.last = { taken, at: now };
  }
}
