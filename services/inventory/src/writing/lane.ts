import type { Places } from './write-records';

/**
 * A shop's calls in flight: together no more than the store client lets through at once. Rows that failed before have
 * places of their own, so that however many they are, a fresh change never waits behind them, nor they behind changes.
 */
const FRESH_PLACES = 6;
const FAILING_PLACES = 2;

/** One shop's share of the writer. */
export class Lane {
  /** Whether there may be more to claim once a call has ended. */
  more = false;
  private fresh = 0;
  private failing = 0;
  private pausedUntil = 0;

  constructor(private readonly shopId: number) {}

  /**
   * Places that are free; null: the lane is paused.
   * @param most places that it may have now, those taken included
   */
  places(now: number, most: number): Places | null {
    if (now < this.pausedUntil) return null;
    const { shopId } = this;
    const left = Math.max(0, most - this.fresh - this.failing);
    const fresh = Math.min(FRESH_PLACES - this.fresh, left);
    return { shopId, fresh, failing: Math.min(FAILING_PLACES - this.failing, left - fresh) };
  }

  take(write: { failures: number }): void {
    if (write.failures > 0) this.failing += 1;
    else this.fresh += 1;
  }

  leave(write: { failures: number }): void {
    if (write.failures > 0) this.failing -= 1;
    else this.fresh -= 1;
  }

  pause(until: number): void {
    this.pausedUntil = Math.max(this.pausedUntil, until);
  }

  /** Whether nothing needs to be remembered of it. */
  idle(now: number): boolean {
    return this.fresh + this.failing === 0 && now >= this.pausedUntil;
  }
}
