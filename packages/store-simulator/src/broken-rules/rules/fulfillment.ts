import { errorAnswer } from '../../answer';
import type { BrokenRule } from '../broken-rule';
import { callRule, confirm, dataRule, isRepeat, receiptRule, referenceOf, refusalRule } from '../build-rule';
import { changeEach, without } from '../fields';

const endpoint = 'PUT /orders/{order_id}/tracking';
const event = 'fulfillment.shipped';

const RECEIPT = 'The receipt of the tracking carries success, external_ref and order_id.';
const ONCE = 'The same tracking again returns the receipt without a second notification.';
const REFERENCES = "A package carries the service's references of the order and of each line.";

export const FULFILLMENT_RULES: BrokenRule[] = [
  callRule({ id: 'tracking-counted-twice', rule: ONCE, endpoint }, async (passing) => {
    const { store, call, carryOut } = passing;
    const again = isRepeat(passing, endpoint);
    const answer = await carryOut(call);
    const first = store.notifications.find(({ externalRef }) => externalRef === referenceOf(call.body));
    if (!again || !first) return answer;
    store.notifications.push(first);
    for (const line of store.orders.get(call.orderId)?.lines ?? []) {
      line.tracked += first.lines.find(({ lineId }) => lineId === line.lineId)?.quantity ?? 0;
    }
    return answer;
  }),
  callRule({ id: 'tracking-repeat-refused', rule: ONCE, endpoint }, (passing) =>
    isRepeat(passing, endpoint)
      ? errorAnswer('idempotency_conflict', 'the reference was used', 'external_ref')
      : passing.carryOut(passing.call),
  ),
  refusalRule(
    {
      id: 'tracking-changed-data-taken',
      rule: 'The same reference with another package is answered 409 idempotency_conflict.',
      endpoint,
      code: 'idempotency_conflict',
    },
    (passing) => confirm(passing, { order_id: passing.call.orderId }),
  ),
  receiptRule({ id: 'tracking-receipt-without-order-id', rule: RECEIPT, endpoint }, (receipt) =>
    without(receipt, 'order_id'),
  ),
  receiptRule({ id: 'tracking-receipt-of-another-reference', rule: RECEIPT, endpoint }, (receipt) => ({
    ...receipt,
    external_ref: `shop-${String(receipt['external_ref'])}`,
  })),
  refusalRule(
    {
      id: 'tracking-unknown-order-confirmed',
      rule: 'The tracking of an unknown order is answered 404 unknown_order.',
      endpoint,
      code: 'unknown_order',
    },
    (passing) => confirm(passing, { order_id: passing.call.orderId }),
  ),
  refusalRule(
    {
      id: 'tracking-unknown-line-confirmed',
      rule: 'The tracking of an unknown line is answered 404 unknown_line.',
      endpoint,
      code: 'unknown_line',
    },
    (passing) => confirm(passing, { order_id: passing.call.orderId }),
  ),
  dataRule({ id: 'package-without-order-reference', rule: REFERENCES, event }, (data) =>
    without(data, 'external_ref'),
  ),
  dataRule({ id: 'package-without-line-references', rule: REFERENCES, event }, (data) =>
    changeEach(data, 'line_items', (line) => without(line, 'external_ref')),
  ),
  dataRule({ id: 'package-of-another-line', rule: REFERENCES, event }, (data) =>
    changeEach(data, 'line_items', (line) => ({
      ...line,
      external_ref: `${String(line['external_ref'])}-1`,
    })),
  ),
  dataRule(
    {
      id: 'package-under-another-order-id',
      rule: 'A package names the order_id of the receipt of POST /orders.',
      event,
    },
    (data) => ({ ...data, order_id: data['external_ref'] }),
  ),
  dataRule({ id: 'package-without-id', rule: 'A package has an id of its own.', event }, (data) =>
    without(data, 'package_id'),
  ),
  dataRule(
    { id: 'package-without-tracking-number', rule: 'A package has a carrier and a tracking number.', event },
    (data) => without(data, 'tracking_number'),
  ),
];
