export {
  findForgottenMarkers,
  isSaidAtDoor,
  leaveMarker,
  saidAtDoor,
  takeMarker,
} from './cancellation-markers';
export {
  addDecisionMonths,
  DECISION_MONTHS,
  dropDecisionMonths,
  pruneDecisionsWithoutMonth,
} from './decision-months';
export {
  findShopsWithDueShippingOrders,
  pickDueShippingOrders,
  type DueShippingOrder,
} from './due-shipping-orders';
export { alertLongOpen, expireLines, markDerivedBlanked, resolveLongOpen } from './expire-orders';
export { linkToOrder } from './link-to-order';
export { lockSellerOrder, lockSellerOrderOfReturn } from './lock-order';
export { lockArrivingOrders, lockSellerOrderId } from './lock-seller-order-id';
export { findNamedOrder, type NamedOrder } from './named-order';
export {
  allocateLines,
  closeGivenLines,
  countPackaged,
  excludeShop,
  giveLinesBack,
  reopenLines,
  shippingOrderLineIds,
  stopFreeLines,
} from './order-lines';
export {
  bringForwardUnreachable,
  closeEndedAlerts,
  PLACED_WITHIN_MS,
  readOverdue,
} from './overdue-shipping-orders';
export { insertDecision, insertPlacement } from './placements';
export { isRest, stateRest } from './rest-of-order';
export { changeSellerOrder } from './seller-order-states';
export { requestStop, stopShippingOrders, withdrawStopRequests } from './shipping-order-ends';
export { stopReference } from './stop-reference';
export { findNextWaiting, lookAtWaiting, type WaitingOrder } from './waiting-orders';
