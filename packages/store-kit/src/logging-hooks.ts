import type { KitHooks } from './store-kit';

/** Everything that the shop's staff should know, as lines of a log. */
export function loggingHooks(log: (line: string) => void): Required<KitHooks> {
  return {
    onParked: ({ event, eventId, status, code, field }) =>
      log(
        ['the service did not take', event, eventId, status ?? 'no answer', code, field]
          .filter(Boolean)
          .join(' '),
      ),
    onError: (error, doing) => log(`${doing}: ${error instanceof Error ? error.message : 'failed'}`),
    onLeftOut: ({ productId, field, reason }) =>
      log(`product ${productId} is not on the network: ${field} ${reason}`),
    onUnreported: ({ orderId, reason }) =>
      log(`order ${orderId} is not reported, ship or refund it yourself: ${reason}`),
  };
}
