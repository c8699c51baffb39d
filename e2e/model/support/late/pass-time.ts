import { inTransaction, Prisma, rows, type Database } from '@hub/database';
import { z } from 'zod';

const Column = z.object({ table: z.string(), column: z.string() });

/** The tables whose moments say what is due or late. */
const SHIFTED = [
  'seller_order',
  'order_line',
  'shipping_order',
  'shipping_order_stop',
  'cancellation',
  'package',
  'reservation',
  'shop_pause',
  'alert',
];

/**
 * Lets simulated time pass: every moment by which something is due or late lies so much further back. `now` stays the
 * clock's, in the database as in the processes.
 */
export class Passing {
  private constructor(
    private readonly db: Database,
    private readonly tables: ReadonlyMap<string, readonly string[]>,
  ) {}

  static async of(db: Database): Promise<Passing> {
    const found = await rows(
      Column,
      db.$queryRaw`
      SELECT c.relname AS table, a.attname AS column FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = current_schema()
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.atttypid = 'timestamptz'::regtype AND NOT a.attisdropped
      WHERE c.relkind = 'r' AND NOT c.relispartition AND a.attgenerated = '' AND c.relname = ANY (${SHIFTED}::text[])`,
    );
    const tables = new Map<string, string[]>();
    for (const { table, column } of found) tables.set(table, [...(tables.get(table) ?? []), column]);
    return new Passing(db, tables);
  }

  async hours(count: number): Promise<void> {
    const back = Prisma.sql`make_interval(hours => ${count}::int)`;
    await inTransaction(this.db, async (tx) => {
      for (const [table, columns] of this.tables) {
        const shifted = columns.map((column) => Prisma.sql`${name(column)} = ${name(column)} - ${back}`);
        await tx.$executeRaw`UPDATE ${name(table)} SET ${Prisma.join(shifted)}`;
      }
      // One a day is by the row of that day: the day of a mail that was a day ago is another one.
      await tx.$executeRaw`UPDATE shop_mail SET made_at = made_at - ${back}, ended_at = ended_at - ${back}`;
      await tx.$executeRaw`DELETE FROM shop_mail WHERE ended_at <= now() - interval '24 hours'`;
    });
  }
}

/** Only names that the database itself gave. */
const name = (of: string): Prisma.Sql => Prisma.raw(`"${of}"`);
