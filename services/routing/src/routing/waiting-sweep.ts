import { COMMANDS, enqueueEach, type Sweep } from '@hub/messaging';
import { lookAtWaiting } from '@hub/orders/records';

/** Orders per look: a long list floods no queue, and ten thousand take two minutes. */
const ORDERS = 1_000;
const LOOK_EVERY_MS = 10_000;

/**
 * Checks waiting lines repeatedly (D19), for what no message reports: a rate that was loaded, a shop that went live, a
 * command that was lost. Lines that may have stock now are served by article, so that the oldest order comes first
 * (D16). Goes through all of them in turn, with a minimum time between rounds.
 */
export function waitingSweep(roundMs: number): Sweep {
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
