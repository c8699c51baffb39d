import { inTransaction, type Database, type Tx } from '@hub/database';

/** Reads as of one moment, in a transaction that PostgreSQL lets write nothing. */
export function readOnly<T>(db: Database, read: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, read, { readOnly: true });
}
