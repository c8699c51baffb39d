import type { Outcome, ServiceErrorCode } from '@hub/contract';

/** The outcome of a command, where a single word names it. */
export const COMMAND_OUTCOMES = [
  'due',
  'sent',
  'placed',
  'recalculated',
  'failed',
  'refused',
  'waiting',
  'stored',
  'pending',
] as const;
export type OutcomeCode = Outcome | ServiceErrorCode | (typeof COMMAND_OUTCOMES)[number];
/** A phrase of several words explains itself; a single word has a label, or is none. */
export type Phrase = `${string} ${string}`;
export type OutcomeText = OutcomeCode | Phrase;

const LABELS: Readonly<Record<OutcomeCode, string>> = {
  accepted: 'accepted',
  duplicate: 'had been handled before',
  stale: 'older than what is known',
  echo: "the hub's own change, reported back",
  skipped: 'nothing in it is for the network',
  stopped: 'the cancellation is confirmed',
  due: 'calls the store again now',
  sent: 'calls the store again now',
  placed: 'the shop has the shipping order',
  recalculated: 'the quantity is worked out again',
  failed: 'the reading of the catalogue failed',
  refused: 'the catalogue is refused for its faults',
  waiting: 'the catalogue waits for an agent to accept it',
  stored: 'stored',
  pending: 'answered once its calls have ended',
  invalid_json: 'it is not JSON',
  unauthorized: 'its signature is not valid',
  capability_disabled: 'the capability is off for the shop',
  not_found: 'the address leads nowhere',
  unknown_variant: "the variant is not in the shop's catalogue",
  unknown_order: 'the order is not known',
  unknown_line: 'the order has no such line',
  event_id_conflict: 'its id was used for other data',
  timestamp_conflict: 'another quantity with the same time is known',
  quantity_exceeded: 'more than was ordered, or can still be returned',
  order_already_shipped: 'the order has shipped',
  payload_too_large: 'it is too large',
  invalid_request: 'a field is missing or not valid',
  unknown_event: 'no event has this name',
  future_timestamp: 'its time lies in the future',
  unknown_location: "the location is not on the shop's sheet",
  invalid_order: 'an order cannot be like this',
  invalid_fulfillment: 'the parcel does not belong to what the shop was asked to ship',
  partial_quantity: 'a part of the quantity of a line',
  aggregate_out_of_range: 'the total of the variant would be too large',
  temporary_failure: 'it cannot be handled now',
};
const labels: ReadonlyMap<string, string> = new Map(Object.entries(LABELS));

/** The outcome of a message, as agents understand it. @param outcome a code, or a phrase that explains itself */
export function outcomeLabel(outcome: string): string {
  return labels.get(outcome) ?? outcome;
}

/** Why something is refused, with the code that the shop received. */
export function refusalLabel(code: string): string {
  const label = labels.get(code);
  return label === undefined ? code : `${label} (${code})`;
}
