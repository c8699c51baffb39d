import { findStoreEndpoint } from '@hub/contract';
import type { ShopCallOutcome } from '@hub/shops';
import type { OrderTimeline } from '@hub/support-desk';
import type { Tone } from '../layout/state';

export type StoreCall = OrderTimeline['calls'][number];
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

/** A store call as a sentence, such as `Fjord Sport was asked to ship it: it confirmed (200)`. */
export function callText(call: StoreCall): string {
  const { shopName, operation, outcome, status, code } = call;
  const asked = findStoreEndpoint(operation)?.asked ?? `called (${operation})`;
  const answer = [status, code].filter((part) => part !== null).join(' ');
  return `${shopName} was ${asked}: ${callOutcome(outcome)}${answer ? ` (${answer})` : ''}`;
}

const cameBack: ReadonlyMap<string, string> = new Map(Object.entries(CAME_BACK));

/** The result of a call. */
export function callOutcome(outcome: string): string {
  return cameBack.get(outcome) ?? outcome;
}

export function callTone({ outcome }: Pick<StoreCall, 'outcome'>): Tone {
  if (outcome === 'confirmed') return 'good';
  return outcome === 'postponed' ? 'warn' : 'bad';
}

/** `1 attempt, 12 ms` */
export function callFigures({ attempts, durationMs }: StoreCall): string {
  const took = durationMs < 10_000 ? `${durationMs} ms` : `${Math.round(durationMs / 1_000)} s`;
  return `${attempts === 1 ? '1 attempt' : `${attempts} attempts`}, ${took}`;
}
