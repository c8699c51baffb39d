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
  accepted: { means: 'The event is stored and has taken effect.', doNow: NOTHING },
  duplicate: { means: 'The event was received before. It had no effect a second time.', doNow: NOTHING },
  stale: {
    means: 'A later stock figure of this variant and location is known. This one is ignored.',
    doNow: NOTHING,
  },
  echo: {
    means: 'Your platform reports our own write, or a return that we registered with you.',
    doNow: NOTHING,
  },
  skipped: { means: 'We created this order in your store ourselves (loop guard).', doNow: NOTHING },
  stopped: {
    means:
      'Your own order: no shop ships it, and its stock is free again. A shipping order that you cannot ship: it is taken from you, and its lines go to another shop if one can ship them.',
    doNow: NOTHING,
  },
};

/** Every code that an event may be answered with (D3, D8, D9). */
export const EVENT_ERROR_ADVICE: Readonly<Record<ServiceErrorCode, Advice>> = {
  invalid_json: {
    means: 'The body is not a JSON object in UTF-8. Compressed bodies are not accepted.',
    doNow: 'Send plain JSON, without `Content-Encoding`.',
  },
  unauthorized: {
    means:
      'The shop in the address is unknown, or the signature matches no secret of the shop. Both get the same answer.',
    doNow:
      'Check the address. Sign exactly the bytes that you send. In a test environment, send the same request to `POST /shops/{shop_slug}/signature`: the answer explains what is wrong with the signature.',
  },
  capability_disabled: {
    means: 'The capability of this event is off for your shop. The event has no effect.',
    doNow: 'Ask the operator to switch the capability on. Then send the current state as a new event.',
  },
  not_found: {
    means: 'There is nothing at this address, or it does not accept this method.',
    doNow: 'Correct the address.',
  },
  unknown_variant: {
    means: 'No completed catalogue run lists the variant, or the latest run did not list it.',
    doNow:
      'Wait for a catalogue run that lists the variant. Then send a new event: for stock, with the current quantity.',
  },
  unknown_order: {
    means: 'Your shop has no order with this id or reference.',
    doNow:
      'Correct the id. `order_id` is the one from your `order.created`, or from your receipt of `POST /orders`.',
  },
  unknown_line: { means: 'The order has no such line.', doNow: 'Correct the line id or the reference.' },
  event_id_conflict: {
    means: 'The `event_id`, or the `package_id`, was used for other data before.',
    doNow: 'Find out which data is right. If the new data is right, send it under a new id.',
  },
  timestamp_conflict: {
    means: 'The latest `changed_at` of this variant and location was sent again with another quantity.',
    doNow: 'Send the current quantity as a new event, with a later `changed_at`.',
  },
  quantity_exceeded: {
    means: 'More pieces would be shipped than were ordered, or returned than can still be returned.',
    doNow: 'Count the pieces again. A package or a return may have been reported before.',
  },
  order_already_shipped: {
    means: 'At least one line of the order has shipped, so it cannot be cancelled.',
    doNow: 'Do not resend. The customer can return the goods once they have arrived.',
  },
  payload_too_large: {
    means: 'The body is larger than 512 KiB.',
    doNow: 'Leave optional texts out, or ask the operator. Do not split one event into two.',
  },
  invalid_request: {
    means: 'A field is missing or invalid. `error.field` names it.',
    doNow: CORRECT,
  },
  unknown_event: { means: 'No event has this name.', doNow: CORRECT },
  future_timestamp: {
    means: 'A time is more than 5 s ahead of our clock. `error.field` names it.',
    doNow: 'Synchronise the clock of your server by NTP. Then send the event as a new one.',
  },
  unknown_location: {
    means: 'The location is not on your sheet.',
    doNow: 'Ask the operator to add the location to your sheet. Then send the current stock as a new event.',
  },
  invalid_order: {
    means:
      'The order cannot be accepted. It is not paid, its currency is not that of your sheet, or it has a network line and a destination that is not on your sheet. Or it has one coordinate without the other, a discount above the value of the goods, the same line id twice, or more than 500 network lines.',
    doNow: 'Correct what `error.field` names and send the order as a new event.',
  },
  invalid_fulfillment: {
    means: 'The references do not belong to the same shipping order, or the order was stopped.',
    doNow: 'Check the references. If the order was stopped, call the parcel back. Support is notified too.',
  },
  partial_quantity: {
    means: 'A return names fewer pieces than the line has.',
    doNow: 'Report the return once the whole line is back.',
  },
  aggregate_out_of_range: {
    means: 'The quantity, or the total of the variant over your locations, would be above 2 147 483 647.',
    doNow: 'Correct the quantity and send it as a new event.',
  },
  temporary_failure: {
    means: 'The event is not decided yet. It may still be handled.',
    doNow: 'Send the same bytes with the same `event_id` again after `Retry-After` seconds.',
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
    means: 'The body or a parameter is invalid. `error.field` names it.',
    doNow: 'The call ends and support is alerted.',
  },
  unauthorized: {
    means: 'The bearer token or the signature is missing or wrong.',
    doNow:
      'The next token of the sheet is tried. If no token is accepted, all calls to your store are suspended, and one is tried every 5 minutes.',
  },
  forbidden: {
    means: 'The credentials do not permit this.',
    doNow: 'Calls of this method and path are suspended, and one is tried every 5 minutes.',
  },
  unknown_variant: {
    means: 'You have no such variant.',
    doNow: 'The call ends and support is alerted. A stock write is tried again in later cycles.',
  },
  unknown_order: { means: 'You have no such order.', doNow: 'The call ends and support is alerted.' },
  unknown_line: { means: 'The order has no such line.', doNow: 'The call ends and support is alerted.' },
  idempotency_conflict: {
    means: 'The reference was sent before with other data.',
    doNow: 'The call ends and support is alerted. Do not give this answer to an identical repeat.',
  },
  order_already_shipped: {
    means: 'At least one line of the order has shipped, so it cannot be stopped.',
    doNow: 'The selling shop gets the same answer. The goods come back as a return.',
  },
  rate_limited: {
    means: 'Too many requests. `Retry-After` says when we may call again.',
    doNow: 'The call is tried again after that time, at most 120 s, with three attempts in all.',
  },
  temporary_failure: {
    means: 'The store cannot handle the call now. A later attempt may succeed.',
    doNow: 'The call is tried again, with three attempts in all. `POST /orders` is tried again for a day.',
  },
};
