import { createStoreKit, type KitStorage, memoryStorage, type MemoryTx, type StoreKit } from '@hub/store-kit';

import type { Switches } from '../broken-rules/switches';
import { DELIVERY_DELAYS_MS } from '../delivery/delays';
import type { Outbox } from '../delivery/outbox';
import type { KitParts, Store } from '../state/store';
import { aroundCalls } from './serve-calls';
import { storeAdapter } from './store-adapter';

/** A store does not flood the service: at most this many events are undecided at once. */
const EVENTS_IN_FLIGHT = 32;

interface Surroundings extends KitParts {
  switches: Switches;
}

/** The kit that the store is built on; its outbox is the store's own, so that each delivery can be inspected. */
export function kitOf(store: Store, { switches, fetch, newEventId }: Surroundings): StoreKit<MemoryTx> {
  const { options, events } = store;
  const [, ...delaysMs] = options.deliveryDelaysMs ?? DELIVERY_DELAYS_MS;
  return createStoreKit({
    adapter: storeAdapter(store),
    storage: storageOf(events),
    credentials: () => ({
      bearerTokens: [options.bearerToken],
      signingSecrets: [options.signingSecret, ...(options.olderSecrets ?? [])],
    }),
    eventsUrl: () => events.url,
    networkLocationId: options.hubLocationId,
    currency: options.currency,
    hooks: { onError: (error, doing) => store.print(`${doing} failed: ${String(error)}`) },
    delivery: { delaysMs, atOnce: EVENTS_IN_FLIGHT, fetch },
    aroundCall: aroundCalls(store, switches),
    callsAtOnce: Infinity,
    tellsListedStockAlone: false,
    newEventId,
    now: () => store.now(),
  });
}

/** Records in memory, and the store's own outbox. */
export function storageOf(outbox: Outbox): KitStorage<MemoryTx> {
  const { enqueue, leaseEvents, settleEvent, parkedEvents, replaceParked } = outbox;
  const { outboxFigures, forgetDelivered } = outbox;
  const events = { enqueue, leaseEvents, settleEvent, parkedEvents, replaceParked };
  return { ...memoryStorage(), ...events, outboxFigures, forgetDelivered };
}
