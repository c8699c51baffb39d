/** Pictures fetched for people at a time (D36): each holds up to 5 MiB until its last byte is sent. */
const SLOTS = { ofShop: 4, all: 16 };
/** Longer than four slow pictures take; a page loads more pictures than its shop has slots. */
const WAIT_MS = 20_000;

interface Waiting {
  shopId: number;
  settle: (leave: (() => void) | null) => void;
}

/** Slots for pictures; who finds none waits, in order of arrival, without holding up other shops. */
export class ImageSlots {
  private readonly taken = new Map<number, number>();
  private all = 0;
  private readonly waiting = new Set<Waiting>();

  constructor(
    private readonly slots = SLOTS,
    private readonly waitMs = WAIT_MS,
  ) {}

  /** @returns gives the slot back; null: none became free in time */
  take(shopId: number): Promise<(() => void) | null> {
    if (this.hasRoom(shopId)) return Promise.resolve(this.enter(shopId));
    return new Promise((resolve) => {
      const one: Waiting = {
        shopId,
        settle: (leave) => {
          clearTimeout(patience);
          this.waiting.delete(one);
          resolve(leave);
        },
      };
      const patience = setTimeout(() => one.settle(null), this.waitMs);
      this.waiting.add(one);
    });
  }

  private hasRoom(shopId: number): boolean {
    return this.all < this.slots.all && (this.taken.get(shopId) ?? 0) < this.slots.ofShop;
  }

  private enter(shopId: number): () => void {
    this.count(shopId, 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.count(shopId, -1);
      for (const one of this.waiting) if (this.hasRoom(one.shopId)) one.settle(this.enter(one.shopId));
    };
  }

  private count(shopId: number, by: 1 | -1): void {
    const taken = (this.taken.get(shopId) ?? 0) + by;
    if (taken > 0) this.taken.set(shopId, taken);
    else this.taken.delete(shopId);
    this.all += by;
  }
}
