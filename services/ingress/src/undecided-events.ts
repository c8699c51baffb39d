import { LIMITS } from '@hub/contract';

/** What may be undecided at a time. */
export interface UndecidedBounds {
  events: number;
  bytesOfShop: number;
  bytes: number;
}

const BOUNDS: UndecidedBounds = {
  events: LIMITS.undecidedEventsPerShop,
  bytesOfShop: LIMITS.undecidedBytesPerShop,
  bytes: LIMITS.undecidedBytes,
};

interface Held {
  events: number;
  bytes: number;
}

/**
 * Events of one ingress that are received and unanswered: bounded in number (D5) and in bytes (D36), so that one shop
 * takes neither all the capacity nor all the memory.
 */
export class UndecidedEvents {
  private readonly ofShop = new Map<number, Held>();
  private bytes = 0;

  constructor(private readonly bounds = BOUNDS) {}

  /** @returns gives the room back; null: there is none */
  enter(shopId: number, bytes: number): (() => void) | null {
    const held = this.ofShop.get(shopId) ?? { events: 0, bytes: 0 };
    const { bounds } = this;
    if (held.events >= bounds.events || held.bytes + bytes > bounds.bytesOfShop) return null;
    if (this.bytes + bytes > bounds.bytes) return null;
    this.ofShop.set(shopId, held);
    this.count(held, 1, bytes);
    return () => this.leave(shopId, held, bytes);
  }

  private leave(shopId: number, held: Held, bytes: number): void {
    this.count(held, -1, -bytes);
    if (held.events === 0) this.ofShop.delete(shopId);
  }

  private count(held: Held, events: number, bytes: number): void {
    held.events += events;
    held.bytes += bytes;
    this.bytes += bytes;
  }
}
