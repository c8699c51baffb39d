export { CAPABILITIES, type Capability } from './capability';
export { durationMs } from './duration';
export { LIMITS } from './limits';
export { countedPieces } from './numbers';
export { isSignature, SIGNATURE_HEADER, sign, verifySignature } from './signature';
export { explainSignature, type NamedSecret, type SignatureExplanation } from './explain/explain-signature';
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
export { BEARER_TOKEN, SIGNING_SECRET, type TextForm } from './secret-text';
export { isJsonObject } from './json-object';
export { FilledText, isUpTo, StorableText, storableText, textUpTo, WebAddress } from './text';
export { visibleText } from './visible-text';
export { Amount } from './amount';
export { Instant, instantFromMs, instantToIso, isFuture } from './instant';
export { isGtin, isRestrictedGtin, toGtin14 } from './gtin';
export { parseUrl } from './parse-url';
export { isPublicHttpsUrl } from './public-https-url';

export {
  capabilityDisabled,
  errorBody,
  ErrorBody,
  futureTimestamp,
  Refusal,
  refusal,
  ServiceErrorCode,
  StoreErrorCode,
  storeErrorStatus,
  temporaryFailure,
  UNAUTHORIZED,
} from './refusal';
export { type Outcome, OUTCOMES, successBody, Verdict } from './verdict';

export { Envelope } from './events/envelope';
export type { EventDefinition, WorkerName } from './events/event-definition';
export * from './events/events';
export { readEnvelope } from './events/read-envelope';
export { droppedOfEvent, readEventData } from './events/read-event-data';

export { findStoreEndpoint, STORE_ENDPOINTS, type StoreOperation } from './calls/store-endpoints';
export { readRequest } from './calls/read-request';
export { ProductsPage } from './calls/products-page';
export { MORE_FAULTS, productsPageFaults, type ProductsPageFault } from './calls/products-page-faults';
export { InventoryReceipt, InventoryWrite } from './calls/inventory-write';
export { ShippingOrderReceipt, ShippingOrderRequest } from './calls/shipping-order';
export { TrackingReceipt, TrackingRequest } from './calls/tracking';
export { CancelReceipt, CancelRequest } from './calls/cancel';
export { ReturnReceipt, ReturnRequest } from './calls/return';
export { PERSONAL_FIELD_NAMES } from './personal-fields';
export { maskCall, maskEvent, maskShippingOrder, shownOfEvent } from './masking/mask';
export { MASK, maskBody } from './masking/mask-body';
export { shownOf, type Shown } from './masking/shown-fields';
