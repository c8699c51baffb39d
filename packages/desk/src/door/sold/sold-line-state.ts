import type { OrderLineState } from '@hub/database';
import { z } from 'zod';

/** The state of a network line for the shop that sold it (D35). It never says which shop ships, or why a line waits. */
export const SoldLineState = z.enum([
  'looking_for_shop',
  'to_be_shipped',
  'shipped',
  'not_fulfilled',
  'cancelled',
  'returned',
]);
export type SoldLineState = z.output<typeof SoldLineState>;

export function soldLineState(line: {
  state: Exclude<OrderLineState, 'own'>;
  /** Goods of it came back. */
  returned: boolean;
}): SoldLineState {
  switch (line.state) {
    case 'waiting':
      return 'looking_for_shop';
    case 'allocated':
      return 'to_be_shipped';
    case 'shipped':
      return line.returned ? 'returned' : 'shipped';
    case 'stopped':
      return 'cancelled';
    case 'unfulfillable':
      return 'not_fulfilled';
  }
}

const HOUR_MS = 3_600_000;

/** No time is more exact than the hour: with the shops' opening times it would say which shop ships (D35). */
export function toTheHour(at: Date): string {
  return new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS).toISOString();
}
