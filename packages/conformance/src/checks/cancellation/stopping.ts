import { CancelReceipt, type CancelRequest } from '@hub/contract';
import type { CheckContext } from '../../check-context';
import { newReference } from '../../references';
import type { PlacedOrder } from '../../run-state';
import { placeOne } from '../orders/shipping-order';
import { type FreshCall, IdempotentCall } from '../shared/idempotent-call';

/** `POST /cancel` under its `external_ref`: a shipping order that was created for it. */
export const STOPPING = new IdempotentCall<CancelRequest>({
  step: 'cancellation',
  operation: 'cancel_order',
  name: 'cancel',
  receipt: CancelReceipt,
  identity: null,
  atOnce: 5,
  fresh: async (context) => cancelOf(await placeOne(context)),
  async changed(context, body) {
    const { orderId } = await placeOne(context);
    return [['another order_id', { ...body, order_id: orderId }]];
  },
});

/** The service's request to stop an order. */
export function cancelOf({ orderId }: Pick<PlacedOrder, 'orderId'>): FreshCall<CancelRequest> {
  const body = { external_ref: newReference(), order_id: orderId, reason: 'rehearsal' };
  const echoed = { external_ref: body.external_ref, order_id: orderId };
  return { call: { operation: 'cancel_order', body }, echoed };
}

/** Stops an order. Throws CheckFault. */
export async function stop(context: CheckContext, order: PlacedOrder): Promise<void> {
  await STOPPING.carryOut(context, cancelOf(order));
}
