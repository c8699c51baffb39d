import { CancelReceipt, CancelRequest } from '../calls/cancel';
import { InventoryReceipt, InventoryWrite } from '../calls/inventory-write';
import { ProductsPage } from '../calls/products-page';
import { ReturnReceipt, ReturnRequest } from '../calls/return';
import { ShippingOrderReceipt, ShippingOrderRequest } from '../calls/shipping-order';
import type { StoreOperation } from '../calls/store-endpoints';
import { TrackingReceipt, TrackingRequest } from '../calls/tracking';
import { EnvelopeFields } from '../events/envelope';
import { EVENTS } from '../events/events';
import { ErrorBody } from '../refusal';
import { hiddenWords, maskBody } from './mask-body';
import { eitherOf, shownOf, type Shown } from './shown-fields';

interface CallBodies {
  request: Shown;
  answer: Shown;
}

const ANSWER = eitherOf(shownOf(ErrorBody), {
  fields: new Map([
    ['success', 'value'],
    ['message', 'value'],
  ]),
});
const ofCall = (request: Shown, receipt: Shown): CallBodies => ({
  request,
  answer: eitherOf(receipt, ANSWER),
});
const NOTHING: Shown = { fields: new Map() };

const CALLS: Readonly<Record<StoreOperation, CallBodies>> = {
  read_products: ofCall(NOTHING, shownOf(ProductsPage)),
  write_inventory: ofCall(shownOf(InventoryWrite), shownOf(InventoryReceipt)),
  place_order: ofCall(shownOf(ShippingOrderRequest), shownOf(ShippingOrderReceipt)),
  deliver_tracking: ofCall(shownOf(TrackingRequest), shownOf(TrackingReceipt)),
  cancel_order: ofCall(shownOf(CancelRequest), shownOf(CancelReceipt)),
  register_return: ofCall(shownOf(ReturnRequest), shownOf(ReturnReceipt)),
};
/** Of a call whose operation is not known. */
const ANY_CALL: CallBodies = {
  request: eitherOf(...Object.values(CALLS).map(({ request }) => request)),
  answer: eitherOf(...Object.values(CALLS).map(({ answer }) => answer)),
};

const EVENT_BODIES: ReadonlyMap<unknown, Shown> = new Map(
  EVENTS.map(({ name, data }) => [
    name,
    eitherOf(shownOf(EnvelopeFields), { fields: new Map([['data', shownOf(data)]]) }),
  ]),
);
/** Of an event that the contract does not know only the envelope is shown. */
const UNKNOWN_EVENT = eitherOf(shownOf(EnvelopeFields), { fields: new Map([['data', 'masked']]) });

/** What is shown of an event's body (D29). */
export function shownOfEvent(body: unknown): Shown {
  const name = typeof body === 'object' && body !== null && 'event' in body ? body.event : undefined;
  return EVENT_BODIES.get(name) ?? UNKNOWN_EVENT;
}

/** The body of an event for people (D29). */
export function maskEvent(body: unknown): unknown {
  return maskBody(body, shownOfEvent(body));
}

/** Both bodies of a call to a store for people and for the call log (D29); masking them again changes nothing. */
export function maskCall(call: { operation?: string; request: unknown; response: unknown }): {
  request: unknown;
  response: unknown;
} {
  const { request, answer } = bodiesOf(call.operation);
  return {
    request: maskBody(call.request, request),
    response: maskBody(call.response, answer, hiddenWords(call.request, request)),
  };
}

/** The body of a `POST /orders` for people (D29). */
export function maskShippingOrder(payload: unknown): unknown {
  return maskBody(payload, CALLS.place_order.request);
}

function bodiesOf(operation: string | undefined): CallBodies {
  return Object.entries(CALLS).find(([name]) => name === operation)?.[1] ?? ANY_CALL;
}
