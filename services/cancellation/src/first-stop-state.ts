import type { ShippingOrderState } from '@hub/database';

export type FirstStopState = 'confirmed' | 'due' | 'settling';

/**
 * Where stopping a shipping order begins (D21): what was never attempted, never sent or refused for good is stopped
 * without a call; an unknown outcome, a disputed one too, is settled first; what is placed takes a call. Null: stopped already.
 */
export function firstStopState(state: ShippingOrderState): FirstStopState | null {
  switch (state) {
    case 'planned':
    case 'dry_run':
    case 'refused':
      return 'confirmed';
    case 'sending':
    case 'disputed':
      return 'settling';
    case 'placed':
      return 'due';
    case 'stopped':
      return null;
  }
}
