import { setTimeout as wait } from 'node:timers/promises';
import { rows, type Database } from '@hub/database';
import { z } from 'zod';

const ServiceRow = z.object({ service: z.string() });

/** A process silent for so long does not count (D25). */
const SILENT_MS = 10_000;
/** Longer, so that one that just died is not waited for in vain. */
const WAIT_MS = 12_000;
const LOOK_EVERY_MS = 100;

/**
 * Waits until every running process has read a shop as it was at `since`; gives up after 12 s.
 * @returns services that have not, by name; empty: it is in force everywhere
 */
export async function waitUntilInForce(
  db: Database,
  version: { slug: string; since: Date },
  waitMs = WAIT_MS,
): Promise<string[]> {
  const until = performance.now() + waitMs;
  for (;;) {
    const behind = await findBehind(db, version);
    if (behind.length === 0 || performance.now() >= until) return behind;
    await wait(LOOK_EVERY_MS);
  }
}

async function findBehind(db: Database, { slug, since }: { slug: string; since: Date }): Promise<string[]> {
  const found = await rows(
    ServiceRow,
    db.$queryRaw`
    SELECT DISTINCT h."service" FROM "process_heartbeat" h JOIN "shop" s ON s."slug" = ${slug}
    WHERE h."seen_at" > now() - ${SILENT_MS} * interval '1 ms'
      AND (h."read_at" < ${since} OR s."id" = ANY(h."unreadable_shops"))
    ORDER BY h."service"`,
  );
  return found.map(({ service }) => service);
}
