export {
  actOnAlerts,
  ALERT_REFUSAL_LABELS,
  countAlerts,
  countNewerAlerts,
  findAlert,
  listAlerts,
  type AlertPlace,
  type AlertRefusal,
  type AlertSummary,
} from './alerts';
