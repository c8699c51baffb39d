/** What adds rows to a table. `size`: nothing that happens, only what the network consists of. */
export type GrowsBy =
  | 'order'
  | 'package'
  | 'cancellation'
  | 'return'
  | 'event'
  | 'call'
  | 'command'
  | 'problem'
  | 'action'
  | 'catalogue run'
  | 'hour'
  | 'minute'
  | 'size';

/** How rows leave a table, and how long they are kept until then. */
type Kept =
  /** By sweeps of retention, named as in `retention.ts`. */
  | { kept: string; rules: readonly [string, ...string[]] }
  /** By the code that uses them. */
  | { kept: string; removedBy: string }
  /** Never. */
  | { why: string };

/** A table of the database: how it grows, and what bounds it (D30). */
export type StoredTable = Kept & {
  grows: GrowsBy;
  /** Of one row with its indexes, roughly; left out where a table does not grow. */
  bytes?: number;
  /** Rows for each of what it grows by; 1 if left out. */
  rows?: number;
};

/** Rows for each thing the network consists of: their number does not depend on how long it runs. */
export const bySize = (removedBy: string): StoredTable => ({
  grows: 'size',
  kept: 'while it exists',
  removedBy,
});
