import type { SentEvent } from './describe-sent';

/** What a row takes in memory besides its body. */
const ROW_BYTES = 1_024;
const BATCH_ROWS = 200;
const BATCH_BYTES = 2 * 1024 * 1024;

const MIB = 1024 * 1024;
const MOST = { rows: 5_000, bytes: 16 * MIB };
/** Of one shop, so that it leaves room for the others while the database is down (D33). */
const MOST_OF_SHOP = { rows: 1_250, bytes: 4 * MIB };
/** Anyone can send unsigned requests: of all shops together. */
const MOST_UNVERIFIED = 1_000;

interface Waiting {
  sent: SentEvent;
  verified: boolean;
}

/** What waits in memory to be written (D33), bounded in all, for each shop, and for senders that are not known. */
export class WaitingEvents {
  private waiting: Waiting[] = [];
  private readonly all = { rows: 0, bytes: 0 };
  private readonly ofShop = new Map<number, { rows: number; bytes: number }>();
  private unverified = 0;

  /** @returns whether there was room */
  add(sent: SentEvent, verified: boolean): boolean {
    const ofShop = this.ofShop.get(sent.shopId) ?? { rows: 0, bytes: 0 };
    const bytes = sizeOf(sent);
    if (!hasRoom(this.all, bytes, MOST) || !hasRoom(ofShop, bytes, MOST_OF_SHOP)) return false;
    if (!verified && this.unverified >= MOST_UNVERIFIED) return false;
    this.ofShop.set(sent.shopId, ofShop);
    this.waiting.push({ sent, verified });
    this.count({ sent, verified }, 1);
    return true;
  }

  /** The oldest, as many as are written together; none if nothing waits. */
  firstBatch(): SentEvent[] {
    let bytes = 0;
    const end = this.waiting.findIndex(({ sent }, index) => {
      bytes += sizeOf(sent);
      return index >= BATCH_ROWS || (index > 0 && bytes > BATCH_BYTES);
    });
    return this.waiting.slice(0, end === -1 ? undefined : end).map(({ sent }) => sent);
  }

  /** Forgets the oldest, once they are written. */
  removeFirst(rows: number): void {
    for (const one of this.waiting.splice(0, rows)) this.count(one, -1);
  }

  private count({ sent, verified }: Waiting, sign: 1 | -1): void {
    const ofShop = this.ofShop.get(sent.shopId);
    for (const counted of ofShop ? [this.all, ofShop] : [this.all]) {
      counted.rows += sign;
      counted.bytes += sign * sizeOf(sent);
    }
    if (ofShop?.rows === 0) this.ofShop.delete(sent.shopId);
    if (!verified) this.unverified += sign;
  }
}

function hasRoom(
  taken: { rows: number; bytes: number },
  bytes: number,
  most: { rows: number; bytes: number },
): boolean {
  return taken.rows < most.rows && taken.bytes + bytes <= most.bytes;
}

function sizeOf({ body }: SentEvent): number {
  return ROW_BYTES + (body?.length ?? 0);
}
