import { findStoreEndpoint } from '@hub/contract';
import type { OrderTimeline } from '@hub/support-desk';
import type { Tone } from '../layout/state';

export type StoreCall = OrderTimeline['calls'][number];

const CAME_BACK: Readonly<Record<string, string>> = {
  confirmed: 'it confirmed',
  refused: 'it refused',
  unauthorized: 'it does not accept our credentials',
  invalid_receipt: 'its answer does not count',
  unavailable: 'no answer that counts',
  postponed: 'broken off, to be tried later',
};

/** A call to a store in a sentence, such as `fjord-sport was asked to ship it: it confirmed (200)`. Pure. */
export function callWords(call: StoreCall): string {
  const { shop, operation, outcome, status, code } = call;
  const asked = findStoreEndpoint(operation)?.asked ?? `called (${operation})`;
  const answer = [status, code].filter((part) => part !== null).join(' ');
  return `${shop} was ${asked}: ${CAME_BACK[outcome] ?? outcome}${answer ? ` (${answer})` : ''}`;
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
