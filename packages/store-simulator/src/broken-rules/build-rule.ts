import type { EventName } from '@hub/contract';

import { receiptAnswer, type Answer } from '../endpoints/answer';
import type { EndpointName } from '../faults/faults';
import type { Store } from '../state/store';
import type { BrokenRule, PassingCall } from './broken-rule';
import { fieldsOf, type Fields } from './fields';

interface Named {
  id: string;
  rule: string;
}

/** Carried out as it should be, with a receipt (or a products page) that is not. */
export function receiptRule(
  named: Named & { endpoint: EndpointName },
  change: (receipt: Fields, passing: PassingCall) => Fields,
): BrokenRule {
  return callRule(named, (passing) => {
    const answer = passing.carryOut(passing.call);
    return answer.status === 200 ? { ...answer, body: change(fieldsOf(answer.body), passing) } : answer;
  });
}

/** Where the right answer has this error code, another answer. */
export function refusalRule(
  named: Named & { endpoint: EndpointName; code: string },
  instead: (passing: PassingCall, answer: Answer) => Answer,
): BrokenRule {
  return callRule(named, (passing) => {
    const answer = passing.carryOut(passing.call);
    return codeOf(answer) === named.code ? instead(passing, answer) : answer;
  });
}

export function callRule(
  { id, rule, endpoint }: Named & { endpoint: EndpointName },
  answer: (passing: PassingCall) => Answer | Promise<Answer>,
): BrokenRule {
  return { id, rule, place: 'call', endpoint, answer };
}

/** The envelope as it should be, around other data. */
export function dataRule(
  { id, rule, event }: Named & { event: EventName },
  change: (data: Fields, store: Store) => Fields,
): BrokenRule {
  return {
    id,
    rule,
    place: 'event',
    event,
    envelope: (envelope, store) => ({ ...envelope, data: change(fieldsOf(envelope['data']), store) }),
  };
}

export function envelopeRule(named: Named, envelope: (envelope: Fields) => Fields): BrokenRule {
  return { ...named, place: 'event', event: '*', envelope };
}

/** `200` with the receipt that belongs to the fields of the request. */
export function confirm({ call }: PassingCall, more: Fields): Answer {
  const { external_ref } = fieldsOf(call.body);
  return receiptAnswer({ success: true, external_ref, ...more });
}

/** The reference of the call, as if it had not been used before. */
export function forgetReference({ store, call }: PassingCall, endpoint: EndpointName): void {
  store.receipts.forget(endpoint, referenceOf(call.body));
}

export function isRepeat({ store, call }: PassingCall, endpoint: EndpointName): boolean {
  const data = { orderId: call.orderId, body: call.body };
  return store.receipts.recall(endpoint, referenceOf(call.body), data).kind === 'repeat';
}

/** The idempotency key of a call. */
export function referenceOf(body: unknown): string {
  return String(fieldsOf(body)['external_ref']);
}

function codeOf({ body }: Answer): unknown {
  return fieldsOf(fieldsOf(body)['error'])['code'];
}
