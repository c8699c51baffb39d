export { LIMITS } from './limits';
export { SIGNATURE_HEADER, sign, verifySignature } from './signature';
export { isLoopGuarded, LOOP_GUARD_TAG } from './loop-guard';

export {
  EventId,
  ExternalRef,
  LineItemId,
  LocationId,
  OrderId,
  PackageId,
  ProductId,
  ShopSlug,
  VariantId,
} from './ids';
export { StorableText, storableText } from './text';
export { Amount } from './amount';
export { Instant, instantFromMs, instantToIso, isFuture } from './instant';
export { isGtin, toGtin14 } from './gtin';
export { parseUrl } from './parse-url';
export { isPublicHttpsUrl } from './public-https-url';

export {
  errorBody,
  ErrorBody,
  Refusal,
  refusal,
  ServiceErrorCode,
  StoreErrorCode,
  storeErrorStatus,
} from './refusal';
export { type Outcome, OUTCOMES, successBody, Verdict } from './verdict';

export { Envelope, EVENT_NAMES, type EventName } from './events/envelope';
export { readEnvelope } from './events/read-envelope';
export { readEventData } from './events/read-event-data';
export { InventoryUpdated } from './events/inventory-updated';
export { OrderCreated } from './events/order-created';
export { OrderCancelled } from './events/order-cancelled';
export { FulfillmentShipped } from './events/fulfillment-shipped';
export { ReturnCreated } from './events/return-created';

export { ProductsPage } from './calls/products-page';
export { productsPageFaults, type ProductsPageFault } from './calls/products-page-faults';
export { InventoryReceipt, InventoryWrite } from './calls/inventory-write';
export { ShippingOrderReceipt, ShippingOrderRequest } from './calls/shipping-order';
export { TrackingReceipt, TrackingRequest } from './calls/tracking';
export { CancelReceipt, CancelRequest } from './calls/cancel';
export { ReturnReceipt, ReturnRequest } from './calls/return';
