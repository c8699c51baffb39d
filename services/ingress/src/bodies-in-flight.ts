/** Bodies being received at a time, counted as they arrive (D36). */
const TOTAL_BYTES = 64 * 1024 * 1024;
/** Of one client address: an eighth. */
const ADDRESS_BYTES = TOTAL_BYTES / 8;
/** A body in flight for longer may be dropped for a new one. */
const SPARED_MS = 2_000;

/** One body being received. */
export interface IncomingBody {
  /** Counts bytes that have arrived. False: there is no room for them, and no body to drop. */
  take(bytes: number): boolean;
  /** The body is complete, refused or gone. Calling it again changes nothing. */
  leave(): void;
}

interface Entry {
  address: string | null;
  since: number;
  bytes: number;
  drop: () => void;
}

/**
 * The memory that senders may use before they are verified (D36): at the bound the slowest body is dropped, so that
 * deliberately slow senders never keep out the others.
 */
export class BodiesInFlight {
  private readonly entries = new Set<Entry>();
  private readonly ofAddress = new Map<string, number>();
  private total = 0;

  constructor(
    private readonly now: () => number,
    private readonly bounds = { total: TOTAL_BYTES, address: ADDRESS_BYTES },
  ) {}

  /**
   * @param address of the client; null where only a proxy is known, which no share bounds
   * @param drop gives up the body when another needs its room
   */
  enter(address: string | null, drop: () => void): IncomingBody {
    const entry = { address, since: this.now(), bytes: 0, drop };
    this.entries.add(entry);
    return { take: (bytes) => this.take(entry, bytes), leave: () => this.leave(entry) };
  }

  private take(entry: Entry, bytes: number): boolean {
    if (!this.entries.has(entry)) return false;
    const { address } = entry;
    const fitsAddress = () =>
      address === null || (this.ofAddress.get(address) ?? 0) + bytes <= this.bounds.address;
    const fits = () => this.total + bytes <= this.bounds.total;
    while (!fitsAddress()) if (!this.dropSlowest((other) => other.address === address)) return false;
    while (!fits()) if (!this.dropSlowest(() => true)) return false;
    // It may have been the slowest itself.
    if (!this.entries.has(entry)) return false;
    this.count(entry, bytes);
    return true;
  }

  private count(entry: Entry, bytes: number): void {
    entry.bytes += bytes;
    this.total += bytes;
    if (entry.address === null) return;
    const ofAddress = (this.ofAddress.get(entry.address) ?? 0) + bytes;
    if (ofAddress > 0) this.ofAddress.set(entry.address, ofAddress);
    else this.ofAddress.delete(entry.address);
  }

  private leave(entry: Entry): void {
    if (this.entries.delete(entry)) this.count(entry, -entry.bytes);
  }

  /** @returns whether one could be dropped: one younger than two seconds is kept */
  private dropSlowest(among: (entry: Entry) => boolean): boolean {
    const now = this.now();
    let slowest: { entry: Entry; speed: number } | undefined;
    for (const entry of this.entries) {
      const underWay = now - entry.since;
      if (entry.bytes === 0 || underWay <= SPARED_MS || !among(entry)) continue;
      const speed = entry.bytes / underWay;
      if (slowest === undefined || speed < slowest.speed) slowest = { entry, speed };
    }
    if (slowest === undefined) return false;
    this.leave(slowest.entry);
    slowest.entry.drop();
    return true;
  }
}
