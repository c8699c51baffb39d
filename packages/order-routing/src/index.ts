export { variantKeyText } from './variant-key-text';
export { exact, exactText } from './money/exact';
export { fitsTheWire } from './money/fits-the-wire';
export type { AmountLine } from './money/order-amounts';

export { decideIntake, type HeldReason, type IntakeDecision } from './intake/decide-intake';
export { readIntakeFacts } from './intake/read-intake-facts';

export {
  ROUTING_POLICY,
  type LineDecision,
  type RoutingDecision,
  type WaitingReason,
} from './routing/decide-routing';
export { decideOrder, type DecidedOrder } from './routing/decide-order';
export { DecisionDetail, decisionDetail } from './routing/decision-detail';
export type { ShippingShop } from './routing/facts-records';
export type { LineCalculation } from './routing/price-decision';
export { rankCandidates } from './routing/rank-candidates';
export { readRoutingFacts, type LineToRoute, type OrderToRoute } from './routing/read-routing-facts';
export type { RoutingFacts, RoutingPolicy } from './routing/routing-facts';
