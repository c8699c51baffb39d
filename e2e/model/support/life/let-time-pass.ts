import type { Database } from '@hub/database';

/** Waits, leases and pauses are over, as after some minutes. Nothing is held by a worker at this moment. */
export async function letTimePass(db: Database): Promise<void> {
  await db.$executeRaw`
    WITH quantities AS (UPDATE network_quantity SET next_attempt_at = now() WHERE next_attempt_at > now()),
      articles AS (UPDATE article_calculation SET due_at = now() WHERE due_at > now()),
      runs AS (UPDATE catalogue_run SET next_attempt_at = now() - interval '1 s', finished_at = finished_at - interval '5 min'
        WHERE state <> 'accepted'),
      uncounted AS (UPDATE shop_location SET uncounted_since = uncounted_since - interval '5 s'
        WHERE uncounted_since IS NOT NULL),
      -- The look for sales and cancellations that no write followed begins before all those of a life.
      sweeps AS (UPDATE sweep_progress SET looked_until = now() - interval '28 s' WHERE sweep LIKE 'sales and cancellations%'),
      placings AS (UPDATE shipping_order SET next_attempt_at = now() WHERE next_attempt_at > now()),
      stops AS (UPDATE shipping_order_stop SET next_attempt_at = now() WHERE next_attempt_at > now()),
      packages AS (UPDATE package SET next_attempt_at = now() WHERE next_attempt_at > now())
    UPDATE return SET next_attempt_at = now() WHERE next_attempt_at > now()`;
}
