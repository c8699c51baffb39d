import { COMMANDS, enqueueEach, type Pass } from '@hub/messaging';
import { readWaiting, type WaitingOrder } from './waiting-records';

/** Orders of one pass: more go on with the next, so that a long row of them floods no queue. */
const ORDERS = 200;

/**
 * Waiting lines are tried again on every pass (D19), for what no message tells of: a rate that was loaded, a shop that
 * went live. Goes round: after the newest waiting order comes the oldest again.
 */
export function waitingPass(everyMs: number): Pass {
  let last: WaitingOrder | null = null;
  return {
    name: 'waiting lines',
    everyMs,
    async run(tx) {
      const orders = await readWaiting(tx, { after: last, limit: ORDERS });
      last = orders.length < ORDERS ? null : (orders.at(-1) ?? null);
      await enqueueEach(
        tx,
        COMMANDS.routeOrder,
        orders.map(({ sellerOrderId, correlation }) => ({ payload: { sellerOrderId }, correlation })),
      );
      return orders.length;
    },
  };
}
