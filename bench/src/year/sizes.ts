import { rows } from '@hub/database';
import { Client } from 'pg';
import { z } from 'zod';
import { print } from '../benchmark';

const Size = z.object({ table: z.string(), rows: z.coerce.number(), bytes: z.coerce.number() });

/** Rows and bytes of each table, with its indexes and partitions. */
export async function printSizes(url: string, orders: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const found = await rows(
      Size,
      client
        .query(
          `SELECT coalesce(p.relname, c.relname) AS table, sum(greatest(c.reltuples, 0)) AS rows, sum(pg_total_relation_size(c.oid)) AS bytes
           FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid LEFT JOIN pg_class p ON p.oid = i.inhparent
           WHERE c.relkind = 'r' AND c.relnamespace IN ('public'::regnamespace, 'ledger'::regnamespace)
           GROUP BY 1 HAVING sum(greatest(c.reltuples, 0)) > 100 ORDER BY 3 DESC`,
        )
        .then((result): unknown => result.rows),
    );
    print('\ntable: rows, bytes a row, bytes an order');
    for (const { table, rows: count, bytes } of found)
      print(
        `${table.padEnd(24)} ${String(count).padStart(9)} ${(bytes / count).toFixed(0).padStart(7)} ${(bytes / orders).toFixed(0).padStart(7)}`,
      );
  } finally {
    await client.end();
  }
}
