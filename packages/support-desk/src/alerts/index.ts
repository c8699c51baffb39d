export {
  actOnAlerts,
  ALERT_REFUSAL_LABELS,
  findAlert,
  listAlerts,
  type AlertPlace,
  type AlertRefusal,
  type AlertSummary,
} from './alerts';
export { alertList, alertState } from './alert-list';
