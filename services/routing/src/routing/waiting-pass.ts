import { COMMANDS, enqueueEach, type Pass } from '@hub/messaging';
import { lookAtWaiting } from '@hub/orders';

/** Orders of one look: a long row of them floods no queue, and ten thousand are through in two minutes. */
const ORDERS = 1_000;
const LOOK_EVERY_MS = 10_000;

/**
 * Waiting lines are looked at again and again (D19), for what no message tells of: a rate that was loaded, a shop that
 * went live, a command that was lost. What there may be stock for now goes by its article, so that the oldest order is
 * served first (D16). Goes round through all of them in turn, and begins a round at most every so often.
 */
export function waitingPass(roundMs: number): Pass {
  let after: string | null = null;
  let begunAt = -Infinity;
  return {
    name: 'waiting lines',
    everyMs: Math.min(roundMs, LOOK_EVERY_MS),
    async run(tx, now) {
      if (after === null && now < begunAt + roundMs) return 0;
      if (after === null) begunAt = now;
      const { next, looked, articles, orders } = await lookAtWaiting(tx, {
        after,
        limit: ORDERS,
        roundMs,
        now,
      });
      after = next;
      await enqueueEach(
        tx,
        COMMANDS.serveWaitingLines,
        articles.map(({ gtin, correlation }) => ({ payload: { gtin }, correlation })),
      );
      await enqueueEach(
        tx,
        COMMANDS.routeOrder,
        orders.map(({ sellerOrderId, correlation }) => ({ payload: { sellerOrderId }, correlation })),
      );
      return looked;
    },
  };
}
