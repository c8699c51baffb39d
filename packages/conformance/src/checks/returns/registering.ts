import { ReturnReceipt, type ReturnRequest } from '@hub/contract';
import type { CheckContext } from '../../check-context';
import { newReference } from '../../references';
import type { OwnLine } from '../../run-state';
import { trackingOf } from '../fulfillment/tracking-of';
import { unreturnedLine } from '../own-order';
import { IdempotentCall } from '../shared/idempotent-call';

type ReturnedLine = Pick<OwnLine, 'orderId' | 'lineItemId' | 'quantity'>;

/** `POST /returns` under its `external_ref`: one whole line of an order that the store sold. */
export const REGISTERING = new IdempotentCall<ReturnRequest>({
  step: 'returns',
  operation: 'register_return',
  name: 'register',
  receipt: ReturnReceipt,
  identity: 'return_id',
  atOnce: 5,
  async fresh(context) {
    const line = await unreturnedLine(context);
    await shipRest(context, line);
    line.returned = true;
    const body = returnOf(line);
    return { call: { operation: 'register_return', body }, echoed: { external_ref: body.external_ref } };
  },
  changed(context, body) {
    const own = context.run.ownLines.filter(({ orderId }) => orderId === body.order_id);
    const other = own.find(({ lineItemId }) => lineItemId !== body.lines[0]?.order_line_id);
    const reason = body.lines.map((line) => ({ ...line, reason: 'another reason' }));
    return Promise.resolve([
      other
        ? ['another line', { ...body, lines: returnOf(other).lines }]
        : ['another reason', { ...body, lines: reason }],
    ]);
  },
});

/** The service's request to register a return of one whole line. */
export function returnOf({ orderId, lineItemId, quantity }: ReturnedLine): ReturnRequest {
  const lines = [{ order_line_id: lineItemId, quantity, reason: 'rehearsal' }];
  return { external_ref: newReference(), order_id: orderId, lines };
}

/** Only what has shipped comes back: the packages that are missing are reported first. */
async function shipRest({ store }: CheckContext, line: OwnLine): Promise<void> {
  const left = line.quantity - line.tracked;
  if (left === 0) return;
  line.tracked = line.quantity;
  const body = trackingOf([{ line_item_id: line.lineItemId, quantity: left }]);
  await store.deliver({ operation: 'deliver_tracking', orderId: line.orderId, body });
}
