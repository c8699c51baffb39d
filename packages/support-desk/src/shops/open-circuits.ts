import { Prisma } from '@hub/database';

/** A trial goes out each half minute (D23) as long as there is work; who was not heard of for longer has likely ended. */
const STALE_MS = 10 * 60_000;

/** Circuits that stand open, of workers heard of lately: one row for each shop. @param now milliseconds since the epoch */
export function openCircuits(now: number): Prisma.Sql {
  return Prisma.sql`
    SELECT shop_id, min(open_since) AS since, count(*)::int AS workers FROM shop_circuit
    WHERE open_since IS NOT NULL AND seen_at > ${new Date(now - STALE_MS)} GROUP BY shop_id`;
}
