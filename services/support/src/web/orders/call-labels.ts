import { findStoreEndpoint } from '@hub/contract';
import { callOutcome } from '@hub/desk/calls';
import type { OrderTimeline } from '@hub/desk/orders';

export type StoreCall = OrderTimeline['calls'][number];

/** A store call as a sentence, such as `Fjord Sport was asked to ship it: it confirmed (200)`. */
export function callText(call: StoreCall): string {
  const { shopName, operation, outcome, status, code } = call;
  const asked = findStoreEndpoint(operation)?.asked ?? `called (${operation})`;
  const answer = [status, code].filter((part) => part !== null).join(' ');
  return `${shopName} was ${asked}: ${callOutcome(outcome)}${answer ? ` (${answer})` : ''}`;
}

/** `1 attempt, 12 ms` */
export function callFigures({ attempts, durationMs }: StoreCall): string {
  const took = durationMs < 10_000 ? `${durationMs} ms` : `${Math.round(durationMs / 1_000)} s`;
  return `${attempts === 1 ? '1 attempt' : `${attempts} attempts`}, ${took}`;
}
