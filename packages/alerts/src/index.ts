export type { AlertDefinition } from './alert-definition';
export {
  alertName,
  ALERTS,
  alertsThat,
  findAlert,
  runbookOfAlert,
  SHOWN_BY_ORDERS,
  type AlertKind,
} from './alert-kinds';
export { raiseAlert, raiseAlerts, resolveAlert, resolveAlerts, type AlertReport } from './alerts';
