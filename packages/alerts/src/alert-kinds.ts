import type { AlertDefinition } from './alert-definition';
import { NETWORK_ALERTS } from './network-alerts';
import { INTAKE_ALERTS, ORDER_ALERTS } from './order-alerts';

const DEFINITIONS = { ...NETWORK_ALERTS, ...INTAKE_ALERTS, ...ORDER_ALERTS };

/** Everything reported to support (D9, D12–D14, D18, D19, D23, D31). */
export const ALERTS: Readonly<Record<AlertKind, AlertDefinition>> = DEFINITIONS;
export type AlertKind = keyof typeof DEFINITIONS;

const known = new Map<string, AlertDefinition>(Object.entries(ALERTS));

/** Null for a kind that another release raised. */
export function findAlert(kind: string): AlertDefinition | null {
  return known.get(kind) ?? null;
}

/** The label of an alert; for a kind that another release raised, the kind itself. */
export function alertName(kind: string): string {
  return findAlert(kind)?.name ?? `Alert of an unknown kind (${kind})`;
}

/** The runbook of a kind of alert, by the name of its file. */
export function runbookOfAlert(kind: string): string {
  return kind.replaceAll('_', '-');
}

/** The kinds of alerts of which a definition says this. */
export function alertsThat(says: (alert: AlertDefinition) => boolean | undefined): string[] {
  return [...known].filter(([, alert]) => says(alert)).map(([kind]) => kind);
}

/** The kinds that the order's own state shows. */
export const SHOWN_BY_ORDERS: readonly string[] = alertsThat(({ shownByOrder }) => shownByOrder);
