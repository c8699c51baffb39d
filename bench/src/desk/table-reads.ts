import type { Client } from 'pg';
import { z } from 'zod';

const Row = z.object({ table: z.string(), whole: z.coerce.number(), indexed: z.coerce.number() });
type TableReads = z.output<typeof Row>;

/** Rows read of each table so far: by scans of the whole table, and through an index. */
export async function tableReads(client: Client): Promise<TableReads[]> {
  const { rows } = await client.query(
    `SELECT relname AS table, coalesce(seq_tup_read, 0) AS whole, coalesce(idx_tup_fetch, 0) AS indexed
     FROM pg_stat_user_tables`,
  );
  return z.array(Row).parse(rows);
}

/** The rows read between two readings, per request, the most first. */
export function readsEach(
  before: readonly TableReads[],
  after: readonly TableReads[],
  requests: number,
): TableReads[] {
  const earlier = new Map(before.map((row) => [row.table, row]));
  return after
    .map(({ table, whole, indexed }) => {
      const was = earlier.get(table);
      const each = (now: number, then = 0) => Math.round((now - then) / requests);
      return { table, whole: each(whole, was?.whole), indexed: each(indexed, was?.indexed) };
    })
    .filter(({ whole, indexed }) => whole + indexed > 0)
    .toSorted((a, b) => b.whole + b.indexed - (a.whole + a.indexed));
}
