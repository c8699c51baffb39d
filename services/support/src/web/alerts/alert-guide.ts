import type { AlertKind } from '@hub/alerts';
import type { AlertGuide } from './alert-entry';
import { NETWORK_ALERTS } from './network-alerts';
import { ORDER_ALERTS } from './order-alerts';

/** For every kind of alert. */
export const ALERT_GUIDES: Readonly<Record<AlertKind, AlertGuide>> = { ...NETWORK_ALERTS, ...ORDER_ALERTS };

/** The runbook of a kind of alert, by the name of its file. */
export function runbookOf(kind: string): string {
  return kind.replaceAll('_', '-');
}

/** For unknown (or former) kinds there is none. */
export function guideOf(kind: string): AlertGuide | null {
  return GUIDES.get(kind) ?? null;
}

const GUIDES = new Map<string, AlertGuide>(Object.entries(ALERT_GUIDES));
