import { rows, type Database } from '@hub/database';
import { z } from 'zod';

const TableRow = z.object({
  name: z.string(),
  written: z.number(),
  kept: z.number(),
  dead: z.number(),
  bytes: z.number(),
});
export type TableSize = z.output<typeof TableRow>;

/** A table at the middle and at the end of the run. */
export interface Growth {
  name: string;
  /** Rows that were inserted and not deleted, and how many were inserted or changed. */
  kept: number;
  written: number;
  dead: number;
  bytes: number;
  grownBy: number;
  flat: boolean;
}

/** A table that keeps less than this share of what is written to it holds work in flight. */
const IN_FLIGHT = 0.01;
/** Pages are added by the eighth of a megabyte, and vacuums run at any time. */
const LEAST_BYTES = 8 * 1_024 * 1_024;
/** Allowed growth per kept row, compared with the first half. */
const MORE_PER_ROW = 1.5;

/** Days of a ledger count as one table. */
export function readTableSizes(db: Database): Promise<TableSize[]> {
  return rows(
    TableRow,
    db.$queryRaw`
    SELECT coalesce(pg_partition_root(relid), relid)::regclass::text AS name,
      sum(n_tup_ins + n_tup_upd)::float8 AS written, sum(n_tup_ins - n_tup_del)::float8 AS kept,
      sum(n_dead_tup)::float8 AS dead, sum(pg_total_relation_size(relid))::float8 AS bytes
    FROM pg_stat_user_tables GROUP BY 1 ORDER BY 5 DESC`,
  );
}

/**
 * Whether each table stayed flat in the second half: one of work in flight does not grow, one of records takes no more
 * room per row than in the first half.
 */
export function judgeGrowth(looks: {
  start: readonly TableSize[];
  middle: readonly TableSize[];
  end: readonly TableSize[];
}): Growth[] {
  return looks.end.flatMap((end) => {
    const first = between(end.name, looks.start, looks.middle);
    const second = between(end.name, looks.middle, looks.end);
    if (first.written + second.written === 0) return [];
    const inFlight = second.kept <= second.written * IN_FLIGHT;
    const allowed = inFlight ? 0 : perRow(first) * second.kept * MORE_PER_ROW;
    const flat = second.bytes <= allowed + LEAST_BYTES;
    return [
      {
        name: end.name,
        kept: first.kept + second.kept,
        written: first.written + second.written,
        dead: end.dead,
        bytes: end.bytes,
        grownBy: second.bytes,
        flat,
      },
    ];
  });
}

function between(name: string, from: readonly TableSize[], to: readonly TableSize[]) {
  const none = { written: 0, kept: 0, bytes: 0 };
  const before = from.find((table) => table.name === name) ?? none;
  const after = to.find((table) => table.name === name) ?? none;
  return {
    written: after.written - before.written,
    kept: after.kept - before.kept,
    bytes: after.bytes - before.bytes,
  };
}

function perRow({ kept, bytes }: { kept: number; bytes: number }): number {
  return kept > 0 ? bytes / kept : 0;
}
