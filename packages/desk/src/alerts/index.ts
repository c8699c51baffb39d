export { ALERT_REFUSAL_LABELS, resolveAlerts, takeAlerts } from './alert-actions';
export { alertState } from './alert-list';
export { type AlertSummary, findAlert } from './alerts';
