import type { OrderTimeline } from '@hub/support-desk';
import type { Tone } from '../layout/state';

export type StoreCall = OrderTimeline['calls'][number];

const ASKED: Readonly<Record<string, string>> = {
  place_order: 'asked to ship it',
  deliver_tracking: 'told the tracking',
  cancel_order: 'asked to stop it',
  register_return: 'told of the return',
  write_inventory: 'told a network quantity',
  read_products: 'asked for its catalogue',
};

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
  const asked = ASKED[operation] ?? `called (${operation})`;
  const answer = [status, code].filter((part) => part !== null).join(' ');
  return `${shop} was ${asked}: ${CAME_BACK[outcome] ?? outcome}${answer ? ` (${answer})` : ''}`;
}

export function callTone({ outcome }: StoreCall): Tone {
  if (outcome === 'confirmed') return 'good';
  return outcome === 'postponed' ? 'warn' : 'bad';
}

/** `1 attempt, 12 ms` */
export function callFigures({ attempts, durationMs }: StoreCall): string {
  const took = durationMs < 10_000 ? `${durationMs} ms` : `${Math.round(durationMs / 1_000)} s`;
  return `${attempts === 1 ? '1 attempt' : `${attempts} attempts`}, ${took}`;
}
