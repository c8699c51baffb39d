import { errorAnswer, receiptAnswer } from '../../answer';
import { carryOutAgain } from '../carry-out-again';
import type { Store } from '../../state/store';
import type { BrokenRule, PassingCall } from '../broken-rule';
import { callRule, dataRule, isRepeat, receiptRule, refusalRule } from '../build-rule';
import { changeEach, fieldsOf, without, type Fields } from '../fields';

const endpoint = 'POST /returns';
const event = 'return.created';

const RECEIPT = 'The receipt of POST /returns carries external_ref and return_id.';
const REPEAT = 'The same POST /returns again returns the same return_id and creates no second return.';

function registered({ store, call }: PassingCall) {
  return receiptAnswer({ external_ref: fieldsOf(call.body)['external_ref'], return_id: store.newId() });
}

/** A rule for goods of a shipping order: only these carry the service's references. */
function goodsRule(id: string, rule: string, change: (data: Fields, store: Store) => Fields): BrokenRule {
  return dataRule({ id, rule, event }, (data, store) =>
    'external_ref' in data ? change(data, store) : data,
  );
}

export const RETURNS_RULES: BrokenRule[] = [
  callRule({ id: 'returns-repeat-creates-again', rule: REPEAT, endpoint }, (passing) =>
    isRepeat(passing, endpoint) ? carryOutAgain(passing) : passing.carryOut(passing.call),
  ),
  callRule({ id: 'returns-registered-twice', rule: REPEAT, endpoint }, async (passing) => {
    const again = isRepeat(passing, endpoint);
    const answer = await passing.carryOut(passing.call);
    const { external_ref: externalRef } = fieldsOf(passing.call.body);
    const first = passing.store.returns.find((one) => one.externalRef === externalRef);
    if (again && first) passing.store.returns.push(first);
    return answer;
  }),
  callRule({ id: 'returns-repeat-refused', rule: REPEAT, endpoint }, (passing) =>
    isRepeat(passing, endpoint)
      ? errorAnswer('idempotency_conflict', 'the reference was used', 'external_ref')
      : passing.carryOut(passing.call),
  ),
  refusalRule(
    {
      id: 'returns-changed-data-taken',
      rule: 'The same reference with different data is answered 409 idempotency_conflict.',
      endpoint,
      code: 'idempotency_conflict',
    },
    registered,
  ),
  refusalRule(
    {
      id: 'returns-unknown-order-taken',
      rule: 'A return on an unknown order is answered 404 unknown_order.',
      endpoint,
      code: 'unknown_order',
    },
    registered,
  ),
  refusalRule(
    {
      id: 'returns-unknown-line-taken',
      rule: 'A return of an unknown line is answered 404 unknown_line.',
      endpoint,
      code: 'unknown_line',
    },
    registered,
  ),
  receiptRule({ id: 'returns-receipt-without-return-id', rule: RECEIPT, endpoint }, (receipt) =>
    without(receipt, 'return_id'),
  ),
  receiptRule({ id: 'returns-receipt-of-another-reference', rule: RECEIPT, endpoint }, (receipt) => ({
    ...receipt,
    external_ref: `shop-${String(receipt['external_ref'])}`,
  })),
  goodsRule(
    'goods-back-without-line-references',
    "return.created of a shipping order carries the service's line references.",
    (data) => changeEach(data, 'lines', (line) => without(line, 'external_ref')),
  ),
  goodsRule('goods-back-in-part', 'A returned line is the full quantity of the line.', (data) =>
    changeEach(data, 'lines', (line) => ({ ...line, quantity: Math.max(1, Number(line['quantity']) - 1) })),
  ),
  goodsRule(
    'goods-back-under-another-reference',
    "external_ref of return.created is the service's order reference.",
    (data) => ({ ...data, external_ref: data['order_id'] }),
  ),
  dataRule(
    { id: 'return-without-line-id', rule: "A returned line carries the store's own line id.", event },
    (data) => changeEach(data, 'lines', (line) => without(line, 'order_line_id')),
  ),
  dataRule(
    { id: 'return-of-another-line', rule: 'order_line_id is the id the line has in the store.', event },
    (data) =>
      changeEach(data, 'lines', (line) => ({ ...line, order_line_id: `${String(line['order_line_id'])}-1` })),
  ),
];
