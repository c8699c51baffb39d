import type { Database } from '@hub/database';
import type { CallingContext } from '@hub/messaging';
import type { Logger } from '@hub/runtime';
import type { ShopCallOutcome } from '@hub/shops';
import type { ShopSlots } from './shop-queue';

/** A row claimed for one call: no other process calls for it until its lease expires. */
export interface ClaimedWrite {
  /** The shop to call. */
  shopId: number;
  /** It failed before: such rows have slots of their own, so that fresh ones never wait behind them. */
  failing: boolean;
}

/** A finished call. */
export interface EndedWrite<Write, Receipt> {
  write: Write;
  outcome: ShopCallOutcome<Receipt>;
}

/** What the engine needs to know once a result is recorded. */
export interface RecordedWrite {
  /** The row is due again at once: something else has to be sent meanwhile. */
  dueNow: boolean;
}

/** The context of a write: it runs its own short transactions; no call is made inside one. */
export interface WriteWork extends CallingContext {
  /** Milliseconds since the epoch. */
  now: number;
  logger: Logger;
}

/**
 * One kind of write to stores, as data and functions: which rows are due, how they are claimed, which call is made, and
 * what its outcome means. The rows are in their owner's table, and the engine delivers them to the stores.
 */
export interface StoreWrite<Write extends ClaimedWrite, Receipt> {
  /** For logs and metrics, e.g. `tracking`. */
  name: string;
  /** Shops with a due row, queried shop by shop: that costs the same however many rows a slow store leaves behind. */
  findDueShops(db: Database, now: number): Promise<number[]>;
  /** Claims due rows, no more of each shop than it has slots; rows that need no call are ended on the way. */
  claim(work: WriteWork, claim: { slots: readonly ShopSlots[]; leaseMs: number }): Promise<Write[]>;
  call(write: Write): Promise<ShopCallOutcome<Receipt>>;
  /** Records calls that ended together, in one transaction. @returns in the same order */
  record(work: WriteWork, ended: readonly EndedWrite<Write, Receipt>[]): Promise<RecordedWrite[]>;
  /** Under load, results are recorded at least so far apart (default 0). */
  recordedEveryMs?: number;
  /**
   * Under load, claims are made at least so far apart (default 5): a few batches of many rows cost less than many of a
   * few.
   */
  claimedEveryMs?: number;
  /** A wait that one answer asked for (`Retry-After`) applies to the whole shop, not only to its row. */
  waitsTogether?: boolean;
  /** Maximum results recorded in one transaction (default 50). */
  recordedAtOnce?: number;
}
