import { Prisma, type Sql } from '@hub/database';
import { HEADER } from '../broker/delivery';
import { noteOutboxWritten } from '../outbox/outbox';

/** A failed message to be resent, under a new message id. */
export interface Replay {
  deadLetterId: string;
  messageId: string;
}

/**
 * Writes replays into the outbox: the original bytes, or those that support put in their place, to the queue each
 * failed in, as a message without attempts or reply address. On the way the bodies stay in the database, encrypted
 * (D33).
 */
export async function enqueueReplays(tx: Sql, replays: readonly Replay[]): Promise<void> {
  if (replays.length === 0) return;
  noteOutboxWritten(tx);
  await tx.$executeRaw(Prisma.sql`
    INSERT INTO outbox (message_id, type, correlation, queue, body, body_key_id, headers)
    SELECT r.message_id, d.type, coalesce(d.correlation, ''), d.origin, coalesce(d.edited_body, d.body),
      CASE WHEN d.edited_body IS NULL THEN d.body_key_id ELSE d.edited_body_key_id END,
      jsonb_strip_nulls(jsonb_build_object(${HEADER.deadLetterId}::text, d.id, ${HEADER.shopId}::text, d.headers -> ${HEADER.shopId}::text,
        ${HEADER.receivedAt}::text, d.headers -> ${HEADER.receivedAt}::text))
    FROM unnest(${replays.map((replay) => replay.deadLetterId)}::uuid[],
      ${replays.map((replay) => replay.messageId)}::uuid[]) WITH ORDINALITY AS r (dead_letter_id, message_id, place)
    JOIN dead_letter d ON d.id = r.dead_letter_id
    ORDER BY r.place`);
}
