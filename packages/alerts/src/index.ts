export { alertName } from './alert-names';
export {
  raiseAlert,
  raiseAlerts,
  resolveAlert,
  resolveAlerts,
  ALERT_KINDS,
  type AlertKind,
  type AlertReport,
} from './alerts';
