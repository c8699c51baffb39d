export { hasItsLines, openPieces } from './has-its-lines';
export { holdsItsLines, holdsLine, readHoldsItsLines } from './holds-its-lines';
export {
  isUnsettled,
  mayGo,
  SHIPPING_ORDER_STATES,
  statesBefore,
  type ShippingOrderTransition,
} from './shipping-order-states';
export { firstStopState, STOP_TRANSITIONS, type FirstStopState } from './stop-states';
