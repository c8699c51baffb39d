import { Prisma, type Tx } from '@hub/database';
import { SHIPPING_ORDER_TRANSITIONS, statesBefore } from '../states/shipping-order-states';

/** Planned according to the database; it may have been sent in the forgotten period. */
const DOUBTED = Prisma.sql`state = ANY (${statesBefore('doubt')}::shipping_order_state[])`;

/** How many shipping orders that count as never sent may have been sent. */
export async function countPlanned(tx: Tx): Promise<number> {
  return tx.shippingOrder.count({ where: { state: { in: statesBefore('doubt') } } });
}

/**
 * `doubt`: what was never sent according to a restored database has an unknown outcome from here on, so that no refusal
 * of the same call proves that its shop does not have it (D18). The call itself is idempotent at the store.
 * @returns how many
 */
export async function doubtPlanned(tx: Tx, now: Date): Promise<number> {
  return tx.$executeRaw`
    UPDATE shipping_order SET state = ${SHIPPING_ORDER_TRANSITIONS.doubt.to}::shipping_order_state, passes = 0,
      failed_at = NULL, lease_until = NULL, next_attempt_at = ${now}, last_attempt_at = ${now},
      first_sent_at = coalesce(first_sent_at, ${now})
    WHERE ${DOUBTED}`;
}
