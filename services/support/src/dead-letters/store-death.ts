import { randomUUID } from 'node:crypto';
import { DeadLetterState, rows, type Tx } from '@hub/database';
import type { BodyCipher } from '@hub/installation';
import { z } from 'zod';
import type { Death } from './describe-death';
import type { OrderOfMessage } from '@hub/desk/works';

const StoredDeath = z.object({ id: z.string(), state: z.enum(DeadLetterState) });

/** Remembered failures of one message, far more than can be in flight at a time. */
const DEATHS_KEPT = 50;

/**
 * Adds a failure to its message. While another replay is pending the message waits for the end of that one; else it is open
 * (again), or stays discarded. The bytes stay the first ones: an identity is never reused for other data (contract).
 * @returns null if this very failure was already stored
 */
export async function storeDeath(
  tx: Tx,
  cipher: BodyCipher,
  { death, about }: { death: Death; about: OrderOfMessage },
): Promise<{ id: string; state: DeadLetterState } | null> {
  const id = randomUUID();
  const { body, bodyKeyId } = await cipher.seal(tx, { table: 'dead_letter', id }, death.body);
  const [stored] = await rows(
    StoredDeath,
    tx.$queryRaw`
    INSERT INTO dead_letter AS d (id, origin, identity, type, shop_id, order_id, correlation, body, body_key_id, headers, reason,
      stack, attempts, first_failed_at, last_failed_at, deaths)
    VALUES (${id}::uuid, ${death.origin}, ${death.identity}, ${death.type}, ${about.shopId}, ${about.orderId},
      ${death.correlation}, ${body}, ${bodyKeyId}, ${JSON.stringify(death.headers)}::jsonb, ${death.reason}, ${death.stack},
      ${death.attempts}, ${death.firstFailedAt}, ${death.lastFailedAt}, ARRAY[${death.key}])
    ON CONFLICT (origin, identity) DO UPDATE SET
      count = d.count + 1, reason = excluded.reason, stack = excluded.stack, attempts = excluded.attempts,
      correlation = coalesce(excluded.correlation, d.correlation),
      shop_id = coalesce(d.shop_id, excluded.shop_id), order_id = coalesce(d.order_id, excluded.order_id),
      first_failed_at = least(d.first_failed_at, excluded.first_failed_at),
      last_failed_at = greatest(d.last_failed_at, excluded.last_failed_at),
      deaths = (excluded.deaths || d.deaths)[1:${DEATHS_KEPT}],
      state = CASE
        WHEN d.state = 'discarded' THEN d.state
        WHEN d.state = 'replaying' AND d.replay_id::text <> ${death.messageId} THEN d.state
        ELSE 'open' END,
      replay_id = CASE
        WHEN d.state = 'replaying' AND d.replay_id::text <> ${death.messageId} THEN d.replay_id END,
      outcome = NULL,
      ended_at = CASE WHEN d.state = 'discarded' THEN d.ended_at END
    WHERE NOT excluded.deaths[1] = ANY (d.deaths)
    RETURNING d.id, d.state::text AS state`,
  );
  return stored ?? null;
}
