export { askAgain, type AskingAgain } from './ask-again';
export { closeLine } from './close-line';
export { correctAddress, type AddressCorrection } from './correct-address';
export { whyAddressIsFixed, type AddressFixed } from './decide-address';
export { Reachability } from './decide-reroute';
export type { ShopWord } from './decide-settle';
export { decideTakeBack } from './decide-take-back';
export { endHold, type HoldOutcome } from './end-hold';
export { endRest, type RestEnded, type WholeLines } from './end-rest';
export { forecastReroute, type ForecastLine } from './forecast-reroute';
export { rerouteShippingOrder } from './reroute-shipping-order';
export { settleShippingOrder, type Settling } from './settle-shipping-order';
export { reachability } from './support-records';
export { takeBack, type TakenBack, type TakenLines } from './take-back';
export {
  countWaitingCalls,
  TRIED_AT_ONCE,
  tryNow,
  WAITING_CALLS,
  type BroughtForward,
  type WaitingCall,
} from './try-now';
