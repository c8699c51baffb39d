import { errorAnswer } from '../../answer';
import type { BrokenRule } from '../broken-rule';
import { callRule, confirm, dataRule, isRepeat, receiptRule, refusalRule } from '../build-rule';
import { fieldsOf, without } from '../fields';

const endpoint = 'POST /cancel';
const event = 'order.cancelled';

const SHIPPED = 'POST /cancel of an order with a shipped line is answered 409 order_already_shipped.';
const RECEIPT = 'The receipt of POST /cancel carries success, external_ref, order_id and status stopped.';

function stopped(call: { body: unknown }) {
  return { order_id: fieldsOf(call.body)['order_id'], status: 'stopped' };
}

export const CANCELLATION_RULES: BrokenRule[] = [
  refusalRule(
    { id: 'cancel-after-shipping-confirmed', rule: SHIPPED, endpoint, code: 'order_already_shipped' },
    (passing) => confirm(passing, stopped(passing.call)),
  ),
  refusalRule(
    { id: 'cancel-shipped-under-another-code', rule: SHIPPED, endpoint, code: 'order_already_shipped' },
    () => errorAnswer('idempotency_conflict', 'a line of the order has shipped'),
  ),
  callRule(
    {
      id: 'cancel-repeat-refused',
      rule: 'The same POST /cancel again returns the original receipt.',
      endpoint,
    },
    (passing) =>
      isRepeat(passing, endpoint)
        ? errorAnswer('unknown_order', 'the order is stopped already', 'order_id')
        : passing.carryOut(passing.call),
  ),
  refusalRule(
    {
      id: 'cancel-changed-data-confirmed',
      rule: 'The same reference for another order is answered 409 idempotency_conflict.',
      endpoint,
      code: 'idempotency_conflict',
    },
    (passing) => confirm(passing, stopped(passing.call)),
  ),
  refusalRule(
    {
      id: 'cancel-unknown-order-confirmed',
      rule: 'POST /cancel of an unknown order is answered 404 unknown_order.',
      endpoint,
      code: 'unknown_order',
    },
    (passing) => confirm(passing, stopped(passing.call)),
  ),
  receiptRule({ id: 'cancel-receipt-of-another-status', rule: RECEIPT, endpoint }, (receipt) => ({
    ...receipt,
    status: 'cancelled',
  })),
  receiptRule({ id: 'cancel-receipt-without-reference', rule: RECEIPT, endpoint }, (receipt) =>
    without(receipt, 'external_ref'),
  ),
  callRule(
    { id: 'cancel-without-effect', rule: 'A stopped shipping order stays stopped.', endpoint },
    async (passing) => {
      const answer = await passing.carryOut(passing.call);
      const order = passing.store.orders.get(String(fieldsOf(passing.call.body)['order_id']));
      if (answer.status === 200 && order) order.status = 'created';
      return answer;
    },
  ),
  callRule(
    { id: 'cancel-keeps-goods', rule: 'Stopping an order releases its stock.', endpoint },
    ({ store, call, carryOut }) => {
      const order = store.orders.get(String(fieldsOf(call.body)['order_id']));
      for (const line of order?.lines ?? []) line.taken = [];
      return carryOut(call);
    },
  ),
  callRule(
    {
      id: 'cancel-forgets-the-order',
      rule: 'A stopped order stays stopped: its late repeat creates no new one.',
      endpoint,
    },
    async ({ store, call, carryOut }) => {
      const answer = await carryOut(call);
      const externalRef = store.orders.get(String(fieldsOf(call.body)['order_id']))?.externalRef;
      if (answer.status === 200 && externalRef) store.forgotten.add(externalRef);
      return answer;
    },
  ),
  dataRule(
    { id: 'cancelled-under-another-id', rule: 'order.cancelled names the order_id of order.created.', event },
    (data) => ({ ...data, order_id: `#${String(data['order_id'])}` }),
  ),
  dataRule({ id: 'cancelled-without-order-id', rule: 'order.cancelled names the order.', event }, (data) =>
    without(data, 'order_id'),
  ),
];
