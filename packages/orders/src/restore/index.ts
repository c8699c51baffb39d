export { countPlanned, doubtPlanned } from './doubt-planned';
export { findForgotten } from './find-forgotten';
export {
  closeGap,
  findOpenGap,
  isMaybeForgotten,
  keepReport,
  mayBeAtUnknownShop,
  openGap,
  type RestoreGap,
  type ShownPlacement,
} from './gap-records';
export { countWaitingOrders, routeWaitingAgain } from './route-again';
