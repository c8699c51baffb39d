import {
  callingConsumer,
  COMMANDS,
  done,
  enqueue,
  type CallingContext,
  type CommandInput,
} from '@hub/messaging';
import { readSupply } from '@hub/stock';
import type { RoutingSettings } from './handle-order-route';
import { routeOrder } from './route-order';
import { findNextWaiting, type WaitingOrder } from '@hub/orders/records';

type Input = CommandInput<{ gtin: string }>;

/**
 * `article.serve-waiting`: lines wait for an article that may have stock, so their orders are routed, the oldest first,
 * before the stock is published (D16). The stock they were offered is published then, without any that came meanwhile:
 * that causes its own calculation. Each order has a separate transaction: one order's locks at a time. An order that
 * cannot be routed now is left to a separate command and delays no other.
 */
export function handleServeWaiting(settings: RoutingSettings) {
  return {
    ...callingConsumer(COMMANDS.serveWaitingLines, async (context, input) => {
      const { gtin } = input.payload;
      const offered = await readSupply(context.db, gtin);
      const served = await serveOldestFirst(context, input, settings);
      await context.transact((tx) =>
        enqueue(tx, COMMANDS.recalculateArticle, {
          payload: { gtin, offered },
          correlation: input.correlation,
        }),
      );
      return done(`${served} lines served`);
    }),
    concurrency: 4,
  };
}

async function serveOldestFirst(
  context: CallingContext,
  input: Input,
  settings: RoutingSettings,
): Promise<number> {
  const { gtin } = input.payload;
  let served = 0;
  let last: WaitingOrder | null = null;
  for (;;) {
    const next: WaitingOrder | null = await findNextWaiting(context.db, gtin, last);
    if (!next) return served;
    last = next;
    served += await serveOrder(context, input, { settings, order: next });
  }
}

/** @returns how many of its lines found a shop */
async function serveOrder(
  context: CallingContext,
  input: Input,
  serving: { settings: RoutingSettings; order: WaitingOrder },
): Promise<number> {
  const { sellerOrderId, correlation } = serving.order;
  const { now, logger, payload } = input;
  try {
    const job = { ...serving.settings, sellerOrderId, now, logger, servedArticle: payload.gtin };
    const end = await routeOrder(context, job);
    return end.kind === 'routed' ? end.chosen : 0;
  } catch (error) {
    logger.warn('waiting order could not be routed, retrying it on its own', { sellerOrderId, error });
    await context.transact((tx) =>
      enqueue(tx, COMMANDS.routeOrder, { payload: { sellerOrderId }, correlation }),
    );
    return 0;
  }
}
