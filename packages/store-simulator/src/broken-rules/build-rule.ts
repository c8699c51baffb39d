import type { EventName } from '@hub/contract';

import { receiptAnswer, type Answer } from '../answer';
import type { EndpointName } from '../faults/faults';
import type { Recalled } from '../state/receipts';
import type { Store } from '../state/store';
import type { BrokenRule, PassingCall } from './broken-rule';
import { fieldsOf, type Fields } from './fields';

interface Named {
  id: string;
  rule: string;
}

/** Carried out correctly, with an incorrect receipt (or products page). */
export function receiptRule(
  named: Named & { endpoint: EndpointName },
  change: (receipt: Fields, passing: PassingCall) => Fields,
): BrokenRule {
  return callRule(named, async (passing) => {
    const answer = await passing.carryOut(passing.call);
    return answer.status === 200 ? { ...answer, body: change(fieldsOf(answer.body), passing) } : answer;
  });
}

/** Replaces the right answer if it has this error code. */
export function refusalRule(
  named: Named & { endpoint: EndpointName; code: string },
  instead: (passing: PassingCall, answer: Answer) => Answer | Promise<Answer>,
): BrokenRule {
  return callRule(named, async (passing) => {
    const answer = await passing.carryOut(passing.call);
    return codeOf(answer) === named.code ? instead(passing, answer) : answer;
  });
}

export function callRule(
  { id, rule, endpoint }: Named & { endpoint: EndpointName },
  answer: (passing: PassingCall) => Answer | Promise<Answer>,
): BrokenRule {
  return { id, rule, place: 'call', endpoint, answer };
}

/** The correct envelope, around other data. */
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

export function isRepeat(passing: PassingCall, endpoint: EndpointName): boolean {
  return recalled(passing, endpoint).kind === 'repeat';
}

/** The answer to the repeat of a call. */
export function originalReceipt(passing: PassingCall, endpoint: EndpointName): Answer {
  const known = recalled(passing, endpoint);
  if (known.kind !== 'repeat') throw new Error('the call is no repeat');
  return receiptAnswer(known.receipt);
}

function recalled({ store, call }: PassingCall, endpoint: EndpointName): Recalled {
  return store.receipts.recall(endpoint, referenceOf(call.body), { orderId: call.orderId, body: call.body });
}

/** The idempotency key of a call. */
export function referenceOf(body: unknown): string {
  return String(fieldsOf(body)['external_ref']);
}

function codeOf({ body }: Answer): unknown {
  return fieldsOf(fieldsOf(body)['error'])['code'];
}
