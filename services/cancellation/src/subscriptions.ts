import { OrderCancelled } from '@hub/contract';
import {
  commandConsumer,
  COMMANDS,
  eventConsumer,
  type Subscriptions,
  type WorkerContext,
} from '@hub/messaging';
import { OrderReferences } from '@hub/orders/placements';
import { startStoreWrites } from '@hub/store-writes';
import { applyMarker } from './apply-marker';
import type { CancellationConfig } from './config';
import { forgottenMarkers } from './forgotten-markers';
import { handleOrderCancelled, onOrderCancelledReplay } from './handle-order-cancelled';
import { handleShippingOrderStop, stopWrite } from './stop-write';

const LOOKS_EVERY_MS = { most: 1_000, least: 200 };

/** The service's subscriptions. */
export function subscriptions(context: WorkerContext<CancellationConfig>): Subscriptions {
  const { config, keys, reply } = context;
  const references = new OrderReferences(keys.reference);
  const waitsMs = config.PLACING_PASSES_MS;
  const { writer: stops, components } = startStoreWrites(
    context,
    (calls) => stopWrite({ calls, reply, waitsMs }),
    { pollMs: looksEveryMs(waitsMs) },
  );
  return {
    consumers: [
      eventConsumer({
        event: 'order.cancelled',
        data: OrderCancelled,
        subject: (data) => data.order_id,
        handle: (tx, event) => {
          stops.lookAfter(tx);
          return handleOrderCancelled(tx, event, { references });
        },
        onReplay: (tx, event, recorded) => {
          stops.lookAfter(tx);
          return onOrderCancelledReplay(tx, event, { recorded, references });
        },
      }),
      commandConsumer(COMMANDS.stopShippingOrder, handleShippingOrderStop(stops)),
      commandConsumer(COMMANDS.cannotShip, (tx, command) => {
        stops.lookAfter(tx);
        return applyMarker(tx, command);
      }),
    ],
    sweeps: [forgottenMarkers],
    components,
  };
}

/** Often enough for the shortest wait. */
function looksEveryMs(waitsMs: readonly number[]): number {
  return Math.max(LOOKS_EVERY_MS.least, Math.min(LOOKS_EVERY_MS.most, ...waitsMs));
}
