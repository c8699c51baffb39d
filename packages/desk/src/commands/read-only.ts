import { inTransaction, type Database, type Tx } from '@hub/database';

/** Reads one snapshot, in a read-only PostgreSQL transaction. */
export function readOnly<T>(db: Database, read: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, read, { readOnly: true });
}
