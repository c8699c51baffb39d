import { callingConsumer, COMMANDS, done, enqueue } from '@hub/messaging';
import type { RoutingSettings } from './handle-order-route';
import { routeOrder } from './route-order';
import { findNextWaiting, type WaitingOrder } from './waiting-records';

/**
 * `article.serve-waiting`: stock of an article has changed, so the orders that wait for it are routed, the oldest
 * first, before what is left is published (D16). Each in a transaction of its own: one order's locks at a time. One
 * that cannot be routed now is left to a command of its own and holds up nobody.
 */
export function handleServeWaiting(settings: RoutingSettings) {
  return {
    ...callingConsumer(COMMANDS.serveWaitingLines, async (context, input) => {
      const { gtin } = input.payload;
      let served = 0;
      let last: WaitingOrder | null = null;
      for (;;) {
        const next: WaitingOrder | null = await findNextWaiting(context.db, gtin, last);
        if (!next) break;
        last = next;
        const { sellerOrderId, correlation } = next;
        try {
          const end = await routeOrder(context, {
            ...settings,
            sellerOrderId,
            now: input.now,
            logger: input.logger,
          });
          if (end.kind === 'routed') served += end.chosen;
        } catch (error) {
          input.logger.warn('a waiting order could not be routed, tried again by itself', {
            sellerOrderId,
            error,
          });
          await context.transact((tx) =>
            enqueue(tx, COMMANDS.routeOrder, { payload: { sellerOrderId }, correlation }),
          );
        }
      }
      await context.transact((tx) =>
        enqueue(tx, COMMANDS.recalculateArticle, { payload: { gtin }, correlation: input.correlation }),
      );
      return done(`${served} lines served`);
    }),
    concurrency: 4,
  };
}
