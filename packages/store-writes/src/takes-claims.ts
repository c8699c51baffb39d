import type { Sql } from '@hub/database';

/** What a transaction that makes rows due passes to the engine of its process. */
export interface WakesWrites {
  /** Has the shop's rows scanned once the transaction has committed. */
  wakeAfter(tx: Sql, shopId: number): void;
  /** The same for all shops, if the transaction does not know which. */
  lookAfter(tx: Sql): void;
}

/** The same for a transaction that can write its rows as claimed. */
export interface TakesClaims<Write> extends WakesWrites {
  /**
   * A slot for a row that this transaction already writes as claimed: once handed over, its call starts after the
   * commit, without another scan. Null: none is free, or older rows wait; then the row is written as due.
   */
  slotFor(tx: Sql, shopId: number): Slot<Write> | null;
}

/** Freed automatically if the transaction does not commit, or nothing was handed over. */
export interface Slot<Write> {
  /** The lease to write into the row. */
  leaseUntil: Date;
  handOver(write: Write): void;
}
