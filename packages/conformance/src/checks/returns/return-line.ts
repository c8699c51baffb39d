import type { ReturnRequest } from '@hub/contract';
import type { CheckContext } from '../../check-context';
import { newReference } from '../../references';
import type { OwnLine } from '../../run-state';
import { trackingOf } from '../fulfillment/tracking-of';

/** The service's request to register a return of one whole line. */
export function returnOf({
  orderId,
  lineItemId,
  quantity,
}: Pick<OwnLine, 'orderId' | 'lineItemId' | 'quantity'>): ReturnRequest {
  const lines = [{ order_line_id: lineItemId, quantity, reason: 'rehearsal' }];
  return { external_ref: newReference(), order_id: orderId, lines };
}

/** Only shipped goods come back: missing packages are reported first. */
export async function shipRest({ store }: CheckContext, line: OwnLine): Promise<void> {
  const left = line.quantity - line.tracked;
  if (left === 0) return;
  line.tracked = line.quantity;
  const body = trackingOf([{ line_item_id: line.lineItemId, quantity: left }]);
  await store.deliver({ operation: 'deliver_tracking', orderId: line.orderId, body });
}
