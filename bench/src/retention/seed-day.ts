import { inTransaction, Prisma, type Database } from '@hub/database';

const CHUNK = 500_000;

/** Fills the ledger of a day with this many events. Their ids are in random order, because stores choose them. */
export async function seedDay(
  db: Database,
  { day, rows, shopId }: { day: Date; rows: number; shopId: number },
): Promise<void> {
  for (let left = rows; left > 0; left -= CHUNK)
    await inTransaction(
      db,
      (tx) => tx.$executeRaw`
        INSERT INTO event_ledger (shop_id, event_id, event, body_sha256, subject, status, outcome, received_at, decided_at, day)
        SELECT ${shopId}, gen_random_uuid(), 'inventory.updated', sha256(n::text::bytea), 'V-' || n, 200, 'accepted', ${day}, ${day}, ${day}::date
        FROM generate_series(1, ${Math.min(CHUNK, left)}::int) AS n`,
      { timeoutMs: 600_000 },
    );
  // As any day that is over: or PostgreSQL would vacuum and write it while intake is measured.
  await db.$executeRaw(Prisma.sql`VACUUM ANALYZE event_ledger`);
  await db.$executeRaw(Prisma.sql`CHECKPOINT`);
}
