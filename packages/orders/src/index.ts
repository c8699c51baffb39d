export { localDay } from './calendar/local-day';
export { variantKeyText } from './variant-key-text';
export { exact, exactText, readExact, type Exact } from './money/exact';
export { minorUnitDigits } from './money/minor-unit-digits';
export { forShippedPieces, StoredCalculation } from './money/stored-calculation';
export { fitsTheWire, priceLines, type AmountLine, type LineRates } from './money/price-lines';

export { decideIntake, networkVariants, type HeldReason, type IntakeDecision } from './intake/decide-intake';
export { findChangedOrders, type ChangedOrder, type ReplayedOrder } from './intake/changed-orders';
export type { SellingShop } from './intake/intake-facts';
export { contentSha256, contentSha256Of } from './intake/order-content';
export { findUnissued, lookAtLater, takeUnknownSkipped, type SkippedOrder } from './intake/skipped-orders';
export { readIntakeFacts, readSellingShops } from './intake/read-intake-facts';

export { orderKeyText, type ArrivalFacts } from './arrivals/arrival-facts';
export { findStoredOrders } from './arrivals/find-stored-orders';
export { lockChosen, type ChosenVariant } from './arrivals/lock-chosen';
export { readArrivalFacts } from './arrivals/read-arrival-facts';
export { BatchFacts } from './arrivals/batch-facts';
export { saveArrivals } from './arrivals/save-arrivals';
export type { SavedArrival, SavedRouting } from './arrivals/saved-arrival';
export { sellingShopOf, type CachedSheets } from './arrivals/cached-sheet';
export { CachedVatRates } from './arrivals/cached-vat-rates';

export {
  ROUTING_POLICY,
  type LineDecision,
  type RoutingDecision,
  type WaitingReason,
} from './routing/decide-routing';
export { decideOrder, type LineCalculation } from './routing/decide-order';
export { DecisionDetail, decisionDetail, type DecidedOn } from './routing/decision-detail';
export {
  addDecisionMonths,
  DECISION_MONTHS,
  dropDecisionMonths,
  pruneDecisionsWithoutMonth,
} from './records/decision-months';
export { injectionVatOf } from './routing/injection-vat';
export type { ShippingShop } from './routing/facts-records';
export {
  comparePolicies,
  whyElsewhere,
  type ComparedLine,
  type WhyElsewhere,
} from './routing/compare-policies';
export {
  areBuiltIn,
  BandKm,
  bandKmOf,
  criteriaText,
  criteriaWithBand,
  ReadCriteria,
  splitCriteria,
  WHOLE_EARTH_KM,
  writeCriteria,
  type Criteria,
  type WrittenCriterion,
} from './routing/criteria';
export type { RankedShop } from './routing/rank-candidates';
export { closeWaitingAlerts, waitingAlertKind, type WaitingAlertKind } from './routing/waiting-alerts';
export {
  decideShownLines,
  decideWaitingLines,
  lockWaitingLines,
  type LinesToRoute,
  type LockedOrder,
  type StoredLine,
  type WaitingLinesDecided,
} from './routing/order-to-route';
export {
  readRoutingFacts,
  type LineToRoute,
  type OrderToRoute,
  type ShippingShops,
} from './routing/read-routing-facts';
export { areInForce, type SheetDecidedOn } from './routing/sheets-in-force';
export { DailyNumbers, lockingDailyNumbers, type DailyNumber } from './routing/daily-numbers';
export { ShopLoads, usesLoad } from './routing/shop-loads';
export { readPolicy, versionOf } from './routing/policy-in-force';
export type { RoutingFacts, RoutingPolicy } from './routing/routing-facts';

export { countPlanned, doubtPlanned } from './restore/doubt-planned';
export { findForgotten } from './restore/find-forgotten';
export {
  closeGap,
  findOpenGap,
  isMaybeForgotten,
  keepReport,
  mayBeAtUnknownShop,
  openGap,
  type RestoreGap,
  type ShownPlacement,
} from './restore/gap-records';
export { UNKNOWN_VARIANT } from './routing/decide-shown';
export type { PlacementAtShop } from './routing/read-shown';
export { countWaitingOrders, routeWaitingAgain } from './restore/route-again';

export { claimPlanned } from './placements/claim-planned';
export { keyedDigest, OrderReferences, type Digest, type Placement } from './placements/order-references';
export { recordReceipts, type ClaimedReceipt } from './placements/record-receipts';
export { alertDisputed, placingSubject } from './placements/alert-disputed';
export {
  followPlaced,
  resolvePlacingAlerts,
  settleAsPlaced,
  wakeStop,
  type PlacedShippingOrder,
} from './placements/placement-placed';
export {
  isUnsettled,
  mayGo,
  SHIPPING_ORDER_STATES,
  statesBefore,
  type ShippingOrderTransition,
} from './states/shipping-order-states';
export { firstStopState, STOP_TRANSITIONS, type FirstStopState } from './states/stop-states';
export { PROMISE_REFUSALS, PROMISES } from './placements/decide-promise';
export { lockToRemind, markReminded, type Reminded } from './placements/remind-shop';
export { promiseShipping, ShippingDay } from './placements/promise-shipping';
export {
  DEFAULT_SHIP_TERMS,
  isNotShipped,
  shouldHaveShipped,
  toShipBy,
  type ShipTerms,
} from './placements/ship-by';
export {
  hasItsLines,
  holdsItsLines,
  holdsLine,
  openPieces,
  readHoldsItsLines,
} from './states/holds-its-lines';
export { shipToOf } from './ship-to';

export { registerUndoubtedReturns, returnSubject } from './returns/register-undoubted-returns';
export {
  readShippingReturnFacts,
  type LockedShippingReturnFacts,
  type ReturnDoubt,
  type ShippedLineFacts,
  type ShippingReturnFacts,
} from './returns/shipping-return-facts';

export { askAgain, type AskingAgain } from './support/ask-again';
export { forecastReroute, type ForecastLine } from './support/forecast-reroute';
export { closeLine } from './support/close-line';
export { correctAddress, type AddressCorrection } from './support/correct-address';
export { whyAddressIsFixed, type AddressFixed } from './support/decide-address';
export { endHold, type HoldOutcome } from './support/end-hold';
export { Reachability } from './support/decide-reroute';
export { reachability } from './support/support-records';
export { settleShippingOrder, type Settling } from './support/settle-shipping-order';
export type { ShopWord } from './support/decide-settle';
export { rerouteShippingOrder } from './support/reroute-shipping-order';

export {
  findForgottenMarkers,
  isSaidAtDoor,
  leaveMarker,
  saidAtDoor,
  takeMarker,
} from './records/cancellation-markers';
export { lockSellerOrder, lockSellerOrderOfReturn } from './records/lock-order';
export { linkToOrder } from './records/link-to-order';
export { lockArrivingOrders, lockSellerOrderId } from './records/lock-seller-order-id';
export { findNamedOrder, type NamedOrder } from './records/named-order';
export {
  allocateLines,
  closeGivenLines,
  countPackaged,
  excludeShop,
  giveLinesBack,
  reopenLines,
  shippingOrderLineIds,
  stopFreeLines,
} from './records/order-lines';
export {
  bringForwardUnreachable,
  closeEndedAlerts,
  PLACED_WITHIN_MS,
  readOverdue,
} from './records/overdue-shipping-orders';
export { alertLongOpen, expireLines, markDerivedBlanked, resolveLongOpen } from './records/expire-orders';
export { insertDecision, insertPlacement } from './records/placements';
export { changeSellerOrder } from './records/seller-order-states';
export { requestStop, stopShippingOrders, withdrawStopRequests } from './records/shipping-order-ends';
export { findNextWaiting, lookAtWaiting, type WaitingOrder } from './records/waiting-orders';
export {
  findShopsWithDueShippingOrders,
  pickDueShippingOrders,
  type DueShippingOrder,
} from './records/due-shipping-orders';
export {
  claimShippingOrder,
  lockPlacing,
  recordAttempt,
  reserveLinesAgain,
  type KnownBefore,
  type LockedPlacing,
  type PlacingClaim,
} from './placements/claim-shipping-order';
export {
  hasEnded,
  isStopRequested,
  recordFailure,
  recordPlaced,
  type FailedRun,
} from './placements/end-placing';
export { DEFERRAL, isDeferral } from './placements/deferral';
export { isIdTaken } from './placements/order-id-at-shop';
export { isRest, stateRest } from './records/rest-of-order';
export { stopReference } from './records/stop-reference';
export { endRest, type RestEnded, type WholeLines } from './support/end-rest';
export { decideTakeBack } from './support/decide-take-back';
export {
  countWaitingCalls,
  TRIED_AT_ONCE,
  tryNow,
  WAITING_CALLS,
  type BroughtForward,
  type WaitingCall,
} from './support/try-now';
export { takeBack, type TakenBack, type TakenLines } from './support/take-back';
export {
  correctionSubject,
  correctPackage,
  type Correction,
  type Corrected,
} from './packages/correct-package';
export { CORRECTION_REFUSALS, CorrectedTracking } from './packages/decide-correction';
