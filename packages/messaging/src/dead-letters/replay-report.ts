import { Prisma, type Sql } from '@hub/database';
import type { DeliveryHandler } from '../broker/consumer';
import { HEADER, type Delivery } from '../broker/delivery';
import { COMMANDS, type Command } from '../message-map';
import type { Settlement } from '../settlement';
import { settleFailure, type WorkContext } from '../work';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const OUTCOME_CHARACTERS = 500;
const CALLING = new Set(
  Object.values<Command>(COMMANDS).flatMap(({ type, callsStore }) => (callsStore ? [type] : [])),
);

/**
 * Has a handler report the outcome of a replay to its failed message, before the message is acknowledged: a replay
 * whose outcome was not recorded is redelivered, recognised as handled, and recorded then.
 */
export function reportReplays(
  handle: DeliveryHandler['handle'],
  work: WorkContext,
): DeliveryHandler['handle'] {
  return async (delivery) => {
    const settlement = await handle(delivery);
    try {
      await recordReplay(work.db, delivery, settlement);
      return settlement;
    } catch (error) {
      return settleFailure(error);
    }
  };
}

/** Whether support resent the message: no store waits for its answer, and none resends it. */
export function isReplay({ headers, messageId }: Delivery): boolean {
  const id = headers[HEADER.deadLetterId];
  return typeof id === 'string' && UUID.test(id) && UUID.test(messageId);
}

/**
 * Handled: the failed message is resolved; if its effect is a call to a store, it waits for the end of that, without a
 * `replay_id`: support records it. To be retried: it stays pending and is marked as seen. Failed again: the
 * drain opens it. All only while this replay is the latest event of the failed message.
 */
export async function recordReplay(
  db: Pick<Sql, '$executeRaw'>,
  delivery: Delivery,
  settlement: Settlement,
): Promise<void> {
  if (!isReplay(delivery)) return;
  const id = String(delivery.headers[HEADER.deadLetterId]);
  const latest = Prisma.sql`id = ${id}::uuid AND replay_id = ${delivery.messageId}::uuid AND state IN ('replaying', 'open')`;
  switch (settlement.kind) {
    case 'done':
    case 'ignored': {
      const outcome = settlement.kind === 'done' ? settlement.outcome : settlement.reason;
      const said = outcome.slice(0, OUTCOME_CHARACTERS);
      await db.$executeRaw(
        CALLING.has(delivery.type)
          ? Prisma.sql`
            UPDATE dead_letter SET state = 'replaying', replay_id = NULL, replay_seen_at = now(), outcome = ${said}
            WHERE ${latest}`
          : Prisma.sql`
            UPDATE dead_letter SET state = 'resolved', outcome = ${said}, ended_at = now() WHERE ${latest}`,
      );
      return;
    }
    case 'retry':
    case 'postpone':
    case 'away':
    case 'behind':
      await db.$executeRaw(Prisma.sql`
        UPDATE dead_letter SET state = 'replaying', replay_seen_at = now() WHERE ${latest}`);
      return;
    case 'reject':
  }
}
