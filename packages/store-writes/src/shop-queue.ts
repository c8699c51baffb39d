/** How many rows of a shop may be claimed now: those that never failed, and those that did. */
export interface ShopSlots {
  shopId: number;
  fresh: number;
  failing: number;
}

/**
 * A shop's calls in flight: together no more than its gate lets through at once (D23). Rows that failed before have
 * slots of their own, so that however many they are, a fresh one never waits behind them, nor they behind fresh ones.
 */
const FRESH_SLOTS = 6;
const FAILING_SLOTS = 2;

/** One shop's share of the engine. */
export class ShopQueue {
  /** Whether there may be more to claim once a call has ended. */
  more = false;
  private fresh = 0;
  private failing = 0;
  private pausedUntil = 0;

  constructor(private readonly shopId: number) {}

  /**
   * Free slots; null: the shop is paused for a while.
   * @param most slots that it may have now, including those taken
   */
  slots(now: number, most: number): ShopSlots | null {
    if (now < this.pausedUntil) return null;
    const { shopId } = this;
    const left = Math.max(0, most - this.fresh - this.failing);
    const fresh = Math.min(FRESH_SLOTS - this.fresh, left);
    return { shopId, fresh, failing: Math.min(FAILING_SLOTS - this.failing, left - fresh) };
  }

  take(write: { failing: boolean }): void {
    if (write.failing) this.failing += 1;
    else this.fresh += 1;
  }

  leave(write: { failing: boolean }): void {
    if (write.failing) this.failing -= 1;
    else this.fresh -= 1;
  }

  pause(until: number): void {
    this.pausedUntil = Math.max(this.pausedUntil, until);
  }

  /** Whether its state can be dropped. */
  idle(now: number): boolean {
    return this.fresh + this.failing === 0 && now >= this.pausedUntil;
  }
}
