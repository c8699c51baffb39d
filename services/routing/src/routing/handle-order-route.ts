import { callingConsumer, COMMANDS, done, ignored } from '@hub/messaging';
import type { WakesWrites } from '@hub/store-writes';
import type { References } from './references';
import { routeOrder } from './route-order';

/** Routing configuration. */
export interface RoutingSettings {
  references: References;
  /** Sends what is stored as due, right after the commit. */
  placing: WakesWrites;
}

/**
 * `order.route`: chooses shops for the waiting lines of an order. Safe at any time and any number of times: it acts
 * only on waiting lines, under the order's lock.
 */
export function handleOrderRoute(settings: RoutingSettings) {
  return {
    ...callingConsumer(COMMANDS.routeOrder, async (context, { payload, now, logger }) => {
      const end = await routeOrder(context, { ...settings, ...payload, now, logger });
      return end.kind === 'ignored'
        ? ignored(end.reason)
        : done(`${end.chosen} routed, ${end.waiting} waiting`);
    }),
    // No store is called here: the database is the limit.
    concurrency: 8,
  };
}
