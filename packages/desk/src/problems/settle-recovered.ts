import { Prisma, type Tx } from '@hub/database';
import { eventQueue } from '@hub/messaging';
import { ALL_WORKS } from '../works/works';

const AT_ONCE = 500;

/**
 * Resolves failed messages whose work has been done otherwise: a replay of them would have no effect. If one is
 * replayed after all, it is resolved as usual, and a new failure opens it again.
 * @returns how many
 */
export async function settleRecovered(tx: Tx): Promise<number> {
  return tx.$executeRaw(Prisma.sql`
    UPDATE dead_letter SET state = 'resolved', outcome = 'its work is done otherwise', ended_at = now()
    WHERE id IN (
      SELECT d.id FROM dead_letter d
      WHERE d.state = 'open' AND d.origin = ANY (${QUEUES}::text[]) AND ${IS_DONE}
      ORDER BY d.last_failed_at LIMIT ${AT_ONCE} FOR UPDATE OF d SKIP LOCKED)`);
}

/**
 * Ends replays whose effect is a call to a store, once the call has its recorded end: resolved if the work is done, else open
 * again. Handling the message was not its effect.
 * @returns how many
 */
export async function settleCalled(tx: Tx): Promise<number> {
  return tx.$executeRaw(Prisma.sql`
    UPDATE dead_letter d SET
      state = CASE WHEN ${IS_DONE} THEN 'resolved' ELSE 'open' END::dead_letter_state,
      outcome = CASE WHEN ${IS_DONE} THEN 'its call is confirmed' END,
      ended_at = CASE WHEN ${IS_DONE} THEN now() END
    WHERE d.id IN (
      SELECT d.id FROM dead_letter d
      WHERE d.state = 'replaying' AND d.replay_id IS NULL AND d.origin = ANY (${QUEUES}::text[]) AND NOT (${IS_CALLING})
      ORDER BY d.replay_seen_at LIMIT ${AT_ONCE} FOR UPDATE OF d SKIP LOCKED)`);
}

const ORDERS = eventQueue('order.created').name;
const QUEUES = [ORDERS, ...ALL_WORKS.map(({ origin }) => origin)];

const IS_DONE = Prisma.sql`CASE
  WHEN d.origin = ${ORDERS} THEN EXISTS (
    SELECT FROM seller_order o WHERE o.shop_id = d.shop_id AND o.order_id = d.order_id)
  ELSE ${Prisma.join(
    ALL_WORKS.map((work) => work.isDone(work.idInFailedMessage('d'))),
    ' OR ',
  )} END`;

const IS_CALLING = Prisma.join(
  ALL_WORKS.map((work) => work.isCalling(work.idInFailedMessage('d'))),
  ' OR ',
);

/** Resolves alerts of orders that were refused for their size and have been resent since. @returns how many */
export async function resolveComeAgain(tx: Tx): Promise<number> {
  return tx.$executeRaw`
    UPDATE alert a SET state = 'resolved', resolved_at = now()
    WHERE a.kind = 'order_too_large' AND a.state <> 'resolved' AND EXISTS (
      SELECT FROM seller_order o
      WHERE o.shop_id = a.shop_id AND a.subject = 'shop:' || o.shop_id || '/order:' || o.order_id
        AND o.order_id = substr(a.subject, length('shop:' || a.shop_id || '/order:') + 1))`;
}
