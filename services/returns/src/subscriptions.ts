import { ReturnCreated } from '@hub/contract';
import {
  commandConsumer,
  COMMANDS,
  eventConsumer,
  type Subscriptions,
  type WorkerContext,
} from '@hub/messaging';
import { startStoreWrites } from '@hub/store-writes';
import type { ReturnsConfig } from './config';
import { handleReturnCreated } from './handle-return-created';
import { handleReturnRegister, returnWrite } from './return-write';

/** The subscriptions of returns: returned goods in, their registration at the selling shop out. */
export function subscriptions(context: WorkerContext<ReturnsConfig>): Subscriptions {
  const { writer: registrations, components } = startStoreWrites(context, returnWrite);
  return {
    consumers: [
      eventConsumer({
        event: 'return.created',
        data: ReturnCreated,
        subject: (data) => data.order_id,
        handle: (tx, event) => handleReturnCreated(tx, event, registrations),
      }),
      commandConsumer(COMMANDS.registerReturn, handleReturnRegister(registrations)),
    ],
    components,
  };
}
