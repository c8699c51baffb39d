import { Prisma } from '@hub/database';

/** A trial call is made each half minute (D23) as long as there is work; a worker silent for longer has likely ended. */
const STALE_MS = 10 * 60_000;

/** Open circuits, of workers seen lately: one row for each shop. @param now milliseconds since the epoch */
export function openCircuits(now: number): Prisma.Sql {
  return Prisma.sql`
    SELECT shop_id, min(open_since) AS since, count(*)::int AS workers FROM shop_circuit
    WHERE open_since IS NOT NULL AND seen_at > ${new Date(now - STALE_MS)} GROUP BY shop_id`;
}
