export { findAlert, listAlerts, type AlertPlace, type AlertSummary } from './alerts';
export { ALERT_REFUSAL_LABELS, resolveAlerts, takeAlerts, type AlertRefusal } from './alert-actions';
export { alertList, alertState } from './alert-list';
