export { alertDisputed, placingSubject } from './alert-disputed';
export { claimPlanned } from './claim-planned';
export {
  claimShippingOrder,
  lockPlacing,
  recordAttempt,
  reserveLinesAgain,
  type KnownBefore,
  type LockedPlacing,
  type PlacingClaim,
} from './claim-shipping-order';
export { PROMISE_REFUSALS, PROMISES } from './decide-promise';
export { DEFERRAL, isDeferral } from './deferral';
export { hasEnded, isStopRequested, recordFailure, recordPlaced, type FailedRun } from './end-placing';
export { isIdTaken } from './order-id-at-shop';
export { keyedDigest, OrderReferences, type Digest, type Placement } from './order-references';
export {
  followPlaced,
  resolvePlacingAlerts,
  settleAsPlaced,
  wakeStop,
  type PlacedShippingOrder,
} from './placement-placed';
export { promiseShipping, ShippingDay } from './promise-shipping';
export { recordReceipts, type ClaimedReceipt } from './record-receipts';
export { lockToRemind, markReminded, type Reminded } from './remind-shop';
export { DEFAULT_SHIP_TERMS, isNotShipped, shouldHaveShipped, toShipBy, type ShipTerms } from './ship-by';
export { shipToOf } from './ship-to';
