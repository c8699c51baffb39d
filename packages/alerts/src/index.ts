export { alertName } from './alert-names';
export {
  raiseAlert,
  raiseAlerts,
  resolveAlert,
  resolveAlerts,
  type AlertKind,
  type AlertReport,
} from './alerts';
