export { hasItsLines, holdsItsLines, holdsLine, openPieces, readHoldsItsLines } from './holds-its-lines';
export {
  isUnsettled,
  mayGo,
  SHIPPING_ORDER_STATES,
  statesBefore,
  type ShippingOrderTransition,
} from './shipping-order-states';
export { firstStopState, STOP_TRANSITIONS, type FirstStopState } from './stop-states';
