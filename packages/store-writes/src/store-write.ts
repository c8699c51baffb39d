import type { Database } from '@hub/database';
import type { BatchContext } from '@hub/messaging';
import type { Logger } from '@hub/runtime';
import type { ShopCallOutcome } from '@hub/shops';
import type { ShopSlots } from './shop-queue';

/** A row that is claimed for one call: nobody else calls for it until its lease is over. */
export interface ClaimedWrite {
  /** The shop that is called. */
  shopId: number;
  /** It failed before: such rows have slots of their own, so that fresh ones never wait behind them. */
  failing: boolean;
}

/** A call that has ended. */
export interface EndedWrite<Write, Receipt> {
  write: Write;
  outcome: ShopCallOutcome<Receipt>;
}

/** What the engine has to know once an end is recorded. */
export interface RecordedWrite {
  /** The row is due again at once: something else is to be sent meanwhile. */
  dueNow: boolean;
}

/** What a write works with: the transactions are its own, and short; no call is made inside of one. */
export interface WriteWork extends BatchContext {
  /** Milliseconds since the epoch. */
  now: number;
  logger: Logger;
}

/**
 * One kind of write to stores, as data and functions: which rows are due, how they are claimed, what is called, and what
 * its outcome means. The rows stand in their owner's table, and the engine brings them to the stores.
 */
export interface StoreWrite<Write extends ClaimedWrite, Receipt> {
  /** For logs and metrics, e.g. `tracking`. */
  name: string;
  /** Shops of which a row is due, asked shop by shop: that costs the same however many rows a slow store leaves behind. */
  findDueShops(db: Database, now: number): Promise<number[]>;
  /** Claims due rows, no more of each shop than it has slots; what needs no call is ended on the way. */
  claim(work: WriteWork, claim: { slots: readonly ShopSlots[]; leaseMs: number }): Promise<Write[]>;
  call(write: Write): Promise<ShopCallOutcome<Receipt>>;
  /** Records calls that ended together, in one transaction. @returns in the same order */
  record(work: WriteWork, ended: readonly EndedWrite<Write, Receipt>[]): Promise<RecordedWrite[]>;
  /** Under load, ends are recorded at least so far apart (default 0). */
  recordedEveryMs?: number;
  /** Under load, claims are made at least so far apart (default 5): a few of many rows cost less than many of a few. */
  claimedEveryMs?: number;
  /** A wait that one answer asked for (`Retry-After`) is the whole shop's, not its row's alone. */
  waitsTogether?: boolean;
  /** Ends that are recorded in one transaction at the most (default 50). */
  recordedAtOnce?: number;
}
