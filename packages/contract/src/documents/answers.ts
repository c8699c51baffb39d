import type { EventDefinition } from '../events/event-definition';
import { requireEvent, type EventName } from '../events/events';
import type { ServiceErrorCode, StoreErrorCode } from '../refusal';
import type { Outcome } from '../verdict';

/** The meaning of an answer, and what its receiver does. */
export interface Advice {
  means: string;
  doNow: string;
}

const NOTHING = 'Nothing: stop resending.';
const CORRECT = 'Correct the event and send it as a new one, under a new `event_id`.';

/** Every outcome of a `200` to an event (D4). */
export const OUTCOME_ADVICE: Readonly<Record<Outcome, Advice>> = {
  accepted: { means: 'Stored, and in force.', doNow: NOTHING },
  duplicate: { means: 'Known already; nothing happened a second time.', doNow: NOTHING },
  stale: {
    means: 'A later stock figure of that variant and location is known; this one is ignored.',
    doNow: NOTHING,
  },
  echo: {
    means: 'What your platform reports is our own write, or a return that we registered with you.',
    doNow: NOTHING,
  },
  skipped: { means: 'The order is one that the service created in your store (loop guard).', doNow: NOTHING },
  stopped: { means: 'Nothing of the order will ship; its stock is free again.', doNow: NOTHING },
};

/** Every code that an event may be answered with (D3, D8, D9). */
export const EVENT_ERROR_ADVICE: Readonly<Record<ServiceErrorCode, Advice>> = {
  invalid_json: {
    means: 'The body is not a JSON object in UTF-8. A compressed body is never unpacked.',
    doNow: 'Send plain JSON, without `Content-Encoding`.',
  },
  unauthorized: {
    means:
      'No shop has this address, or no secret of the shop matches the signature. Both are answered alike.',
    doNow:
      'Check the address, then sign the very bytes that you send. `POST /shops/{shop_slug}/signature` of a test environment says what differs.',
  },
  capability_disabled: {
    means: 'The capability that the event belongs to is off for your shop. Nothing is kept of the event.',
    doNow: 'Ask the operator to switch it on; from then on send the state of that moment as a new event.',
  },
  not_found: {
    means: 'There is nothing at this address, or not with this method.',
    doNow: 'Correct the address.',
  },
  unknown_variant: {
    means: 'The variant is in no completed catalogue run, or the latest one left it out.',
    doNow: 'Wait for a run that holds it, then send the stock of that moment as a new event.',
  },
  unknown_order: {
    means: 'Your shop has no order with this id or reference.',
    doNow: 'Correct the id; `order_id` is the one from order.created, or from your receipt of POST /orders.',
  },
  unknown_line: { means: 'The order has no such line.', doNow: 'Correct the line id or the reference.' },
  event_id_conflict: {
    means: 'The event id, or the id of the package, was used for other data before.',
    doNow: 'Find out which one is right. Other data needs another id.',
  },
  timestamp_conflict: {
    means: 'The latest `changed_at` of the variant and location came again, with another quantity.',
    doNow: 'Send the figure that holds now, with a later `changed_at`.',
  },
  quantity_exceeded: {
    means: 'More would be shipped than was ordered, or returned than can still be returned.',
    doNow: 'Count again; a package or a return may have been reported before.',
  },
  order_already_shipped: {
    means: 'Something of the order has left.',
    doNow: 'Do not resend. The customer returns the goods once they have arrived.',
  },
  payload_too_large: {
    means: 'The body is larger than 512 KiB.',
    doNow: 'Leave optional texts out, or ask the operator. Never split one event in two.',
  },
  invalid_request: {
    means: 'A field is missing or has the wrong form. `error.field` names it.',
    doNow: CORRECT,
  },
  unknown_event: { means: 'No event has this name.', doNow: CORRECT },
  future_timestamp: {
    means: 'A time lies more than 5 s ahead of our clock. `error.field` names it.',
    doNow: 'Set your clock by NTP and send the event as a new one.',
  },
  unknown_location: {
    means: 'The location is not on your sheet.',
    doNow: 'Have the operator add it to the sheet, then send the stock of that moment as a new event.',
  },
  invalid_order: {
    means:
      'The order cannot be taken: not paid, another currency, a destination outside your sheet for a network line, half a pair of coordinates, a discount above the goods, a line id twice, or more than 500 network lines.',
    doNow: 'Correct what `error.field` names and send the order as a new event.',
  },
  invalid_fulfillment: {
    means: 'The references do not belong together, or the order was stopped.',
    doNow:
      'Check the references. A parcel of a stopped order must be called back: support is notified as well.',
  },
  partial_quantity: { means: 'A return holds only a part of a line.', doNow: 'Report whole lines.' },
  aggregate_out_of_range: {
    means: 'The total of the variant over your locations would be above 2 147 483 647.',
    doNow: 'Correct the quantity and send it as a new event.',
  },
  temporary_failure: {
    means: 'Not decided yet, or not decidable now. The event may be handled all the same.',
    doNow: 'Send the same bytes under the same `event_id` again, after `Retry-After` seconds.',
  },
};

const OF_ANY_EVENT: readonly ServiceErrorCode[] = [
  'invalid_json',
  'unauthorized',
  'capability_disabled',
  'event_id_conflict',
  'payload_too_large',
  'invalid_request',
  'unknown_event',
  'future_timestamp',
  'temporary_failure',
];

/** The possible answers to an event: outcomes of a `200`, and codes. */
export function answersOf(event: EventName): Pick<EventDefinition, 'outcomes' | 'errors'> {
  const { outcomes, errors } = requireEvent(event);
  return { outcomes, errors: [...OF_ANY_EVENT, ...errors] };
}

/** Every code that a store may answer a call with ("Returned by a store to the service"), and what the service does then (D23). */
export const STORE_ERROR_ADVICE: Readonly<Record<StoreErrorCode, Advice>> = {
  invalid_request: {
    means: 'The body or a parameter is not valid; `error.field` names it.',
    doNow: 'The call ends and support is alerted.',
  },
  unauthorized: {
    means: 'The bearer token or the signature is missing or wrong.',
    doNow:
      'The next token of the sheet is tried; then every call to the store is held, and one is tried every five minutes.',
  },
  forbidden: {
    means: 'The credentials do not permit this.',
    doNow: 'Calls of this method and path are held, and one is tried every five minutes.',
  },
  unknown_variant: {
    means: 'You have no such variant.',
    doNow: 'The call ends and support is alerted; a stock write is tried again in later cycles.',
  },
  unknown_order: { means: 'You have no such order.', doNow: 'The call ends and support is alerted.' },
  unknown_line: { means: 'The order has no such line.', doNow: 'The call ends and support is alerted.' },
  idempotency_conflict: {
    means: 'The reference came before with other data.',
    doNow: 'The call ends and support is alerted. Never answer a true repeat with this.',
  },
  order_already_shipped: {
    means: 'Something of the order has left: it cannot be stopped.',
    doNow: 'The shop that asked is answered the same; the goods come back as a return.',
  },
  rate_limited: {
    means: 'Too many requests. Say with `Retry-After` when to come again.',
    doNow: 'The call is tried again after that time (at most 120 s), three attempts in all.',
  },
  temporary_failure: {
    means: 'It may work later.',
    doNow: 'The call is tried again, three attempts in all; placing an order goes on for a day.',
  },
};
