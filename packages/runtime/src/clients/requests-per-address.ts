import { clientNetwork } from './client-network';

/** In each span of time. */
export interface RequestBounds {
  spanMs: number;
  /** Of one client address. */
  address: number;
  /** Of all together: it also bounds how many addresses are remembered. */
  total: number;
}

/** Bounds the requests that anyone may send and that cost work, for each client address. */
export class RequestsPerAddress {
  private readonly counts = new Map<string, number>();
  private total = 0;
  private endsAt = 0;

  constructor(
    private readonly now: () => number,
    private readonly bounds: RequestBounds,
  ) {}

  /**
   * Counts a request. False: there were too many in this span.
   *
   * @param address null if only a proxy is known, whose clients count together
   */
  admit(address: string | null): boolean {
    this.beginSpan();
    const client = address === null ? '' : clientNetwork(address);
    const count = this.counts.get(client) ?? 0;
    if (this.total >= this.bounds.total || (address !== null && count >= this.bounds.address)) return false;
    this.total += 1;
    this.counts.set(client, count + 1);
    return true;
  }

  private beginSpan(): void {
    const now = this.now();
    // A clock that was set back begins a span too.
    if (now < this.endsAt && now >= this.endsAt - this.bounds.spanMs) return;
    this.endsAt = now + this.bounds.spanMs;
    this.counts.clear();
    this.total = 0;
  }
}
