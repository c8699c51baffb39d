export { comparePolicies, whyElsewhere, type ComparedLine, type WhyElsewhere } from './compare-policies';
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
} from './criteria';
export { DailyNumbers, lockingDailyNumbers, type DailyNumber } from './daily-numbers';
export { decideOrder, type LineCalculation } from './decide-order';
export {
  ROUTING_POLICY,
  type LineDecision,
  type RoutingDecision,
  type WaitingReason,
} from './decide-routing';
export { UNKNOWN_VARIANT } from './decide-shown';
export { DecisionDetail, decisionDetail, type DecidedOn } from './decision-detail';
export type { ShippingShop } from './facts-records';
export { injectionVatOf } from './injection-vat';
export {
  decideShownLines,
  decideWaitingLines,
  lockWaitingLines,
  type LinesToRoute,
  type LockedOrder,
  type StoredLine,
  type WaitingLinesDecided,
} from './order-to-route';
export { readPolicy, versionOf } from './policy-in-force';
export type { RankedShop } from './rank-candidates';
export {
  readRoutingFacts,
  type LineToRoute,
  type OrderToRoute,
  type ShippingShops,
} from './read-routing-facts';
export type { PlacementAtShop } from './read-shown';
export type { RoutingFacts, RoutingPolicy } from './routing-facts';
export { areInForce, type SheetDecidedOn } from './sheets-in-force';
export { ShopLoads, usesLoad } from './shop-loads';
export { variantKeyText } from './variant-key-text';
export { closeWaitingAlerts, waitingAlertKind, type WaitingAlertKind } from './waiting-alerts';
