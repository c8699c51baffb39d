import type { Sql } from '@hub/database';

/** What a transaction that makes rows due tells the engine of its process. */
export interface WakesWrites {
  /** Has the shop's rows looked at once the transaction has committed. */
  wakeAfter(tx: Sql, shopId: number): void;
  /** The same of all shops, where the transaction does not know which. */
  lookAfter(tx: Sql): void;
}

/** The same of a transaction that can write its rows as claimed. */
export interface TakesClaims<Write> extends WakesWrites {
  /**
   * A slot for a row that this transaction writes as claimed already: handed over, its call begins after the commit,
   * without another look at the row. Null: none is free, or older rows wait; then the row is written as due.
   */
  slotFor(tx: Sql, shopId: number): Slot<Write> | null;
}

/** Free again by itself where the transaction does not commit, or nothing was handed over. */
export interface Slot<Write> {
  /** The lease that the row is written with. */
  leaseUntil: Date;
  handOver(write: Write): void;
}
