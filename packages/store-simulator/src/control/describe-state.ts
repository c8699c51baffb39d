import type { StoreParts } from '../http/serve-endpoint';

const SHOWN = 50;

/** The store's state as JSON: every order, and the latest entries of growing lists. */
export function describeState({ store, faults, switches, requests }: StoreParts): object {
  return {
    slug: store.options.slug,
    products: store.catalogue.productCount,
    orders: [...store.orders.values()],
    notifications: store.notifications,
    returns: store.returns,
    faults: faults.pending,
    broken: switches.broken,
    deliveries: store.events.deliveries.slice(-SHOWN).map(({ eventId, event, state, attempts }) => ({
      eventId,
      event,
      state,
      attempts,
    })),
    requests: requests.entries.slice(-SHOWN),
  };
}
