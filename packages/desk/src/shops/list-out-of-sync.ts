import { rows, type Database } from '@hub/database';
import { z } from 'zod';

const OutOfSyncQuantity = z.object({
  variantId: z.string(),
  target: z.int(),
  /** The store's last report; null: never any. */
  reported: z.int().nullable(),
  reportedAt: z.date().nullable(),
  since: z.date(),
  /** Consecutive failed writes. */
  failures: z.int(),
  lastFailure: z.string().nullable(),
  nextAttemptAt: z.date().nullable(),
});

/** A network quantity that differs from its target at a shop's store (D10, D15). */
export type OutOfSyncQuantity = z.output<typeof OutOfSyncQuantity>;

/** Those of one shop, longest out of sync first. @param query.shop its slug */
export async function listOutOfSync(
  db: Database,
  query: { shop: string; limit: number },
): Promise<OutOfSyncQuantity[]> {
  return rows(
    OutOfSyncQuantity,
    db.$queryRaw`
    SELECT n.variant_id AS "variantId", n.wanted AS target, n.reported, n.reported_at AS "reportedAt",
      n.out_of_step_since AS since, n.failures, n.last_failure AS "lastFailure", n.next_attempt_at AS "nextAttemptAt"
    FROM network_quantity n JOIN shop s ON s.id = n.shop_id
    WHERE s.slug = ${query.shop} AND n.out_of_step_since IS NOT NULL
    ORDER BY n.out_of_step_since, n.variant_id LIMIT ${query.limit}`,
  );
}
