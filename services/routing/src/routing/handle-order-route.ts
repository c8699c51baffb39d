import { callingConsumer, COMMANDS, done, ignored } from '@hub/messaging';
import type { WakesWrites } from '@hub/store-writes';
import type { References } from './references';
import { routeOrder } from './route-order';

/** What routing is configured with. */
export interface RoutingSettings {
  references: References;
  /** Sends what is stored as due, right after the commit. */
  placing: WakesWrites;
}

/**
 * `order.route`: chooses shops for the lines of an order that wait. Safe at any time and any number of times: it acts
 * on lines that wait, under the order's lock.
 */
export function handleOrderRoute(settings: RoutingSettings) {
  return {
    ...callingConsumer(COMMANDS.routeOrder, async (context, { payload, now, logger }) => {
      const end = await routeOrder(context, { ...settings, ...payload, now, logger });
      return end.kind === 'ignored'
        ? ignored(end.reason)
        : done(`${end.chosen} routed, ${end.waiting} waiting`);
    }),
    // No store is called here: what bounds it is the database.
    concurrency: 8,
  };
}
