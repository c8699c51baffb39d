import type { Alert } from '../alert';
import { level } from '../proof';

const SUPPORT = 'job="hub-support",instance="support-1"';
const AWAY = ['HubDatabaseAway', 'HubServiceDown'];
/** This many stores failing at once have a common cause, probably on our side. */
const MANY = 5;

/** Stores that are not called, or do not answer. */
export const storeAlerts: readonly Alert[] = [
  {
    name: 'HubManyStoresAway',
    severity: 'page',
    summary: '{{ $value }} stores do not answer: perhaps our way out is closed.',
    expr: () => `max(hub_shops_circuit_open) >= ${MANY}`,
    for: '5m',
    runbook: 'stores-away',
    consequenceOf: AWAY,
    proof: {
      fault: { [`hub_shops_circuit_open{${SUPPORT}}`]: level(MANY) },
      below: [{ [`hub_shops_circuit_open{${SUPPORT}}`]: level(MANY - 1) }],
    },
  },
  {
    name: 'HubStoreAway',
    severity: 'ticket',
    summary: '{{ $value }} stores have not answered for 30 minutes.',
    expr: () => 'max(hub_shops_circuit_open) > 0',
    for: '30m',
    runbook: 'stores-away',
    consequenceOf: ['HubManyStoresAway', ...AWAY],
    proof: {
      fault: { [`hub_shops_circuit_open{${SUPPORT}}`]: level(1) },
      below: [{ [`hub_shops_circuit_open{${SUPPORT}}`]: level(0) }],
    },
  },
  {
    name: 'HubCallsHeld',
    severity: 'ticket',
    summary: 'Calls to {{ $value }} shops are suspended after a 401 or 403.',
    expr: () => 'sum(max by (operation) (hub_shops_held)) > 0',
    for: '30m',
    runbook: 'calls-held',
    consequenceOf: AWAY,
    proof: {
      fault: { [`hub_shops_held{${SUPPORT},operation="all"}`]: level(1) },
      below: [{ [`hub_shops_held{${SUPPORT},operation="all"}`]: level(0) }],
    },
  },
];
