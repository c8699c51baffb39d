import { ReturnReceipt, type ReturnRequest } from '@hub/contract';
import { unreturnedLine } from '../own-order';
import { IdempotentCall } from '../shared/idempotent-call';
import { returnOf, shipRest } from './return-line';

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
