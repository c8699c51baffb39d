import type { ShownCase } from '@hub/support-desk';
import { runbookOf } from '../alerts/alert-guide';

/** For causes that are not a kind of alert. */
const RUNBOOKS: Readonly<Record<string, string>> = {
  store_away: 'broken-store',
  orders_off: 'shop-switched-off',
  message: 'dead-letter',
  refused: 'placing-refused',
  disputed: 'placing-disputed',
  placing: 'placing-overdue',
  waiting: 'line-waiting',
  not_shipped: 'not-shipped',
  rest_not_shipped: 'rest-not-shipped',
  stop_unfinished: 'cancellation-refused',
  tracking_owed: 'tracking-failed',
  return_owed: 'return-failed',
  event_refused: 'event-refused',
  refused_at_door: 'order-refused',
};
/** Alerts whose runbook is more specific than that of their case's cause. */
const TELLING = ['store_unauthorized', 'line_blocked', 'placing_failed', 'cannot_ship_unroutable'];

/** The runbook for a case. */
export function runbookOfCase({ case: { kind }, alerts }: Pick<ShownCase, 'case' | 'alerts'>): string {
  const telling = TELLING.find((one) => alerts.some((alert) => alert.kind === one));
  return telling === undefined ? (RUNBOOKS[kind] ?? runbookOf(kind)) : runbookOf(telling);
}
