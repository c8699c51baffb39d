import { findStoreEndpoint, STORE_ENDPOINTS } from '@hub/contract';
import type { ShopCallOutcome } from '@hub/shops';
import type { Tone } from '../engine/cell';
import type { ListedCall } from './list-calls';

type CallOutcomeKind = ShopCallOutcome<unknown>['kind'];

/** The label of a store call's result, by kind of outcome. */
const CAME_BACK: Readonly<Record<CallOutcomeKind, string>> = {
  confirmed: 'it confirmed',
  refused: 'refused',
  unauthorized: 'it does not accept our credentials',
  invalid_receipt: 'its answer does not count',
  unavailable: 'no answer that counts',
  postponed: 'broken off, to be tried later',
  capability_off: 'not called: the capability is off',
  held: 'not called: calls to it are suspended',
};
const cameBack: ReadonlyMap<string, string> = new Map(Object.entries(CAME_BACK));

/** All calls to a store, such as `place_order`. */
export const STORE_OPERATIONS: readonly string[] = Object.keys(STORE_ENDPOINTS);

/** @param operation of a store call */
export function operationName(operation: string): string {
  return findStoreEndpoint(operation)?.label ?? `unknown (${operation})`;
}

/** The result of a call. */
export function callOutcome(outcome: string): string {
  return cameBack.get(outcome) ?? outcome;
}

export function callTone({ outcome }: Pick<ListedCall, 'outcome'>): Tone {
  if (outcome === 'confirmed') return 'good';
  return outcome === 'postponed' ? 'warn' : 'bad';
}

/** Such as `422 invalid_request`. */
export function callAnswer({
  status,
  code,
  outcome,
}: Pick<ListedCall, 'status' | 'code' | 'outcome'>): string {
  if (outcome === 'confirmed') return String(status ?? 'confirmed');
  return [status ?? 'no answer', code ?? callOutcome(outcome)].join(' ');
}
