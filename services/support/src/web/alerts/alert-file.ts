import type { AlertSummary } from '@hub/support-desk';
import type { Column } from '../lists/column';
import { alertName } from '@hub/alerts';
import { alertState } from './alert-labels';

/** The list of alerts in a file. */
export const ALERT_FILE: readonly Column<AlertSummary>[] = [
  { name: 'What', text: ({ kind }) => alertName(kind) },
  { name: 'Message', text: ({ message }) => message },
  { name: 'Shop', text: ({ shop }) => shop },
  { name: 'Order', text: ({ orderId }) => orderId },
  { name: 'State', text: (alert) => alertState(alert).text },
  { name: 'First', text: ({ firstAt }) => firstAt },
  { name: 'Last', text: ({ lastAt }) => lastAt },
  { name: 'Times', text: ({ count }) => count },
  { name: 'Resolved', text: ({ resolvedAt }) => resolvedAt },
  { name: 'Kind', text: ({ kind }) => kind },
  { name: 'Alert id', text: ({ id }) => id },
];
