import { setTimeout as wait } from 'node:timers/promises';

import { type Answer, errorAnswer } from '../../answer';
import { carryOutAgain } from '../carry-out-again';
import type { StoreOrder } from '../../state/orders';
import type { Store } from '../../state/store';
import type { BrokenRule, PassingCall } from '../broken-rule';
import {
  callRule,
  confirm,
  isRepeat,
  originalReceipt,
  receiptRule,
  referenceOf,
  refusalRule,
} from '../build-rule';
import { changeEach, fieldsOf, without } from '../fields';

const endpoint = 'POST /orders';

const RECEIPT = 'The receipt of POST /orders carries success, external_ref, order_id and status created.';
const REPEAT = 'The same external_ref with the same data returns the original receipt and creates nothing.';
const CHANGED = 'The same external_ref with different data is answered 409 idempotency_conflict.';
const UNKNOWN = 'An unknown variant is answered 404 unknown_variant.';

/** Long enough for twenty simultaneous repeats to be in flight. */
const GAP_MS = 150;

/** Carried out and answered correctly, but the order is wrong afterwards. */
function createdRule(id: string, rule: string, spoil: (order: StoreOrder, store: Store) => void): BrokenRule {
  return receiptRule({ id, rule, endpoint }, (receipt, { store }) => {
    const order = store.orders.get(String(receipt['order_id']));
    if (order) spoil(order, store);
    return receipt;
  });
}

/** Carried out correctly; if it ended this way, the reference is refused from then on. */
function spentRule(
  named: { id: string; rule: string },
  isSpent: (answer: Answer, passing: PassingCall) => boolean | Promise<boolean>,
): BrokenRule {
  return callRule({ ...named, endpoint }, async (passing) => {
    const { store, call, carryOut } = passing;
    const reference = referenceOf(call.body);
    if (store.receipts.recall('spent', reference, null).kind === 'repeat')
      return errorAnswer('idempotency_conflict', 'the reference was used', 'external_ref');
    const answer = await carryOut(call);
    if (await isSpent(answer, passing)) store.receipts.keep('spent', reference, { data: null, receipt: {} });
    return answer;
  });
}

export const ORDERS_RULES: BrokenRule[] = [
  receiptRule({ id: 'orders-receipt-without-reference', rule: RECEIPT, endpoint }, (receipt) =>
    without(receipt, 'external_ref'),
  ),
  receiptRule({ id: 'orders-receipt-of-another-reference', rule: RECEIPT, endpoint }, (receipt) => ({
    ...receipt,
    external_ref: `shop-${String(receipt['external_ref'])}`,
  })),
  receiptRule({ id: 'orders-receipt-without-order-id', rule: RECEIPT, endpoint }, (receipt) =>
    without(receipt, 'order_id'),
  ),
  receiptRule({ id: 'orders-receipt-of-another-status', rule: RECEIPT, endpoint }, (receipt) => ({
    ...receipt,
    status: 'accepted',
  })),
  receiptRule({ id: 'orders-receipt-without-success', rule: RECEIPT, endpoint }, (receipt) =>
    without(receipt, 'success'),
  ),
  callRule(
    { id: 'orders-answered-201', rule: 'A success is answered 200.', endpoint },
    async ({ call, carryOut }) => {
      const answer = await carryOut(call);
      return answer.status === 200 ? { ...answer, status: 201 } : answer;
    },
  ),
  callRule({ id: 'orders-repeat-creates-again', rule: REPEAT, endpoint }, (passing) =>
    isRepeat(passing, endpoint) ? carryOutAgain(passing) : passing.carryOut(passing.call),
  ),
  callRule({ id: 'orders-repeat-refused', rule: REPEAT, endpoint }, (passing) =>
    isRepeat(passing, endpoint)
      ? errorAnswer('idempotency_conflict', 'the reference was used', 'external_ref')
      : passing.carryOut(passing.call),
  ),
  callRule({ id: 'orders-at-once-create-several', rule: REPEAT, endpoint }, async (passing) => {
    if (isRepeat(passing, endpoint)) return originalReceipt(passing, endpoint);
    await wait(GAP_MS);
    return carryOutAgain(passing);
  }),
  refusalRule(
    { id: 'orders-changed-data-taken', rule: CHANGED, endpoint, code: 'idempotency_conflict' },
    carryOutAgain,
  ),
  refusalRule(
    { id: 'orders-conflict-under-another-code', rule: CHANGED, endpoint, code: 'idempotency_conflict' },
    () => errorAnswer('invalid_request', 'the reference was used for other data', 'external_ref'),
  ),
  refusalRule(
    { id: 'orders-unknown-variant-taken', rule: UNKNOWN, endpoint, code: 'unknown_variant' },
    (passing) => confirm(passing, { order_id: passing.store.newId(), status: 'created' }),
  ),
  refusalRule(
    { id: 'orders-unknown-variant-as-invalid', rule: UNKNOWN, endpoint, code: 'unknown_variant' },
    () => errorAnswer('invalid_request', 'the store has no such variant', 'line_items'),
  ),
  refusalRule(
    {
      id: 'orders-invalid-body-taken',
      rule: 'A body that does not validate is answered 400 invalid_request.',
      endpoint,
      code: 'invalid_request',
    },
    (passing) => confirm(passing, { order_id: passing.store.newId(), status: 'created' }),
  ),
  spentRule(
    {
      id: 'orders-refused-reference-kept',
      rule: 'What was refused is not remembered: its reference is free for the right order.',
    },
    (answer) => answer.status === 404,
  ),
  spentRule(
    {
      id: 'orders-cut-off-refused',
      rule: 'Where the connection broke, the repeat gets the receipt of the order.',
    },
    async (_answer, { call }) => {
      await wait(GAP_MS);
      return call.isCut();
    },
  ),
  callRule(
    {
      id: 'orders-rate-limit-without-retry-after',
      rule: 'A 429 carries Retry-After in seconds.',
      endpoint,
    },
    ({ store, call, carryOut }) => {
      const externalRef = referenceOf(call.body);
      if (store.receipts.recall('429', externalRef, null).kind === 'repeat') return carryOut(call);
      store.receipts.keep('429', externalRef, { data: null, receipt: {} });
      return errorAnswer('rate_limited', 'too many requests');
    },
  ),
  receiptRule(
    { id: 'orders-one-id-for-all', rule: 'order_id is the stable id of the very order created.', endpoint },
    (receipt) => ({ ...receipt, order_id: 'order' }),
  ),
  createdRule('orders-created-twice', REPEAT, (order, store) => {
    const orderId = store.newId();
    store.orders.set(orderId, { ...order, orderId });
  }),
  createdRule('orders-created-unpaid', 'The store creates the order as paid.', (order) => {
    order.paymentStatus = 'pending';
  }),
  createdRule('orders-created-untagged', 'The tag hub_ship is kept on the created order.', (order) => {
    order.tags = [];
  }),
  callRule(
    {
      id: 'orders-repeated-variant-refused',
      rule: 'An order may carry a variant on several lines.',
      endpoint,
    },
    ({ call, carryOut }) => {
      const variants = [fieldsOf(call.body)['line_items']].flat().map((line) => fieldsOf(line)['variant_id']);
      return new Set(variants).size < variants.length
        ? errorAnswer('invalid_request', 'is repeated', 'line_items')
        : carryOut(call);
    },
  ),
  callRule(
    { id: 'orders-other-letters-refused', rule: 'Addresses are text in any script.', endpoint },
    ({ call, carryOut }) =>
      /[^ -~]/.test(String(fieldsOf(fieldsOf(call.body)['ship_to'])['name']))
        ? errorAnswer('invalid_request', 'must be plain text', 'ship_to.name')
        : carryOut(call),
  ),
  callRule(
    {
      id: 'orders-barcode-ignored',
      rule: 'A line is identified by its variant_id or its barcode.',
      endpoint,
    },
    ({ call, carryOut }) =>
      carryOut({
        ...call,
        body: changeEach(fieldsOf(call.body), 'line_items', (line) => ({ ...line, barcode: null })),
      }),
  ),
  callRule(
    { id: 'orders-null-phone-refused', rule: 'The phone is null where the customer gave none.', endpoint },
    ({ call, carryOut }) =>
      fieldsOf(fieldsOf(call.body)['ship_to'])['phone'] === null
        ? errorAnswer('invalid_request', 'must be a string', 'ship_to.phone')
        : carryOut(call),
  ),
];
