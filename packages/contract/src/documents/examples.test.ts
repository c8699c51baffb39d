import { describe, expect, it } from '@jest/globals';
import { CancelReceipt, CancelRequest } from '../calls/cancel';
import { InventoryReceipt, InventoryWrite } from '../calls/inventory-write';
import { ProductsPage } from '../calls/products-page';
import { ReturnReceipt, ReturnRequest } from '../calls/return';
import { ShippingOrderReceipt, ShippingOrderRequest } from '../calls/shipping-order';
import { TrackingReceipt, TrackingRequest } from '../calls/tracking';
import { EVENTS } from '../events/events';
import { readEnvelope } from '../events/read-envelope';
import { readEventData } from '../events/read-event-data';
import { ServiceErrorCode, StoreErrorCode } from '../refusal';
import { OUTCOMES } from '../verdict';
import { EXAMPLES, exampleCall, exampleEvent, exampleOwnReturn } from './examples';

const CALLS = [
  ['GET /products', null, ProductsPage],
  ['PUT /inventory', InventoryWrite, InventoryReceipt],
  ['POST /orders', ShippingOrderRequest, ShippingOrderReceipt],
  ['PUT /orders/{order_id}/tracking', TrackingRequest, TrackingReceipt],
  ['POST /cancel', CancelRequest, CancelReceipt],
  ['POST /returns', ReturnRequest, ReturnReceipt],
] as const;

describe('the examples of the documents', () => {
  it.each(EVENTS)('$name is an event that the contract allows', ({ name, data }) => {
    const bodies =
      name === 'return.created' ? [exampleEvent(name), exampleOwnReturn()] : [exampleEvent(name)];
    for (const body of bodies) {
      const read = readEnvelope(Buffer.from(JSON.stringify(body)), Date.now());
      expect(read).toMatchObject({ ok: true, envelope: { event: name } });
      expect(readEventData(data, body['data'])).toMatchObject({ ok: true });
    }
  });

  it.each(CALLS)('%s has a request and a receipt that the contract allows', (endpoint, request, receipt) => {
    const example = exampleCall(endpoint);
    expect(request?.safeParse(example.request).error).toBeUndefined();
    expect(receipt.safeParse(example.receipt).error).toBeUndefined();
  });

  it('holds every outcome and every code of both sides', () => {
    expect(Object.keys(EXAMPLES.outcomes).toSorted()).toEqual([...OUTCOMES].toSorted());
    expect(Object.keys(EXAMPLES.refusals).toSorted()).toEqual([...ServiceErrorCode.options].toSorted());
    expect(Object.keys(EXAMPLES.storeErrors).toSorted()).toEqual([...StoreErrorCode.options].toSorted());
  });
});
