import { FulfillmentShipped } from '@hub/contract';
import {
  commandConsumer,
  COMMANDS,
  eventConsumer,
  type Subscriptions,
  type WorkerContext,
} from '@hub/messaging';
import { anotherWriter, startStoreWrites } from '@hub/store-writes';
import type { FulfilmentConfig } from './config';
import { correctionWrite } from './correction-write';
import { handleFulfillmentShipped, onFulfillmentShippedReplay } from './handle-fulfillment-shipped';
import { handleTrackingDeliver, trackingWrite } from './tracking-write';

/** Fulfilment's subscriptions: packages in, tracking out. */
export function subscriptions(context: WorkerContext<FulfilmentConfig>): Subscriptions {
  const { writer: tracking, calls, components } = startStoreWrites(context, trackingWrite);
  const corrections = anotherWriter(context, correctionWrite(calls));
  return {
    consumers: [
      eventConsumer({
        event: 'fulfillment.shipped',
        data: FulfillmentShipped,
        subject: (data) => data.order_id,
        handle: (tx, event) => handleFulfillmentShipped(tx, event, tracking),
        onReplay: (tx, event, recorded) => onFulfillmentShippedReplay(tx, event, { recorded, tracking }),
      }),
      commandConsumer(COMMANDS.deliverTracking, handleTrackingDeliver(tracking)),
    ],
    components: [...components, corrections],
  };
}
