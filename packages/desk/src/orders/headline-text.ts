import { HEADLINE_LABELS } from './headline-labels';
import type { OrderHeadline } from './headline';
import type { StateLabel } from '../engine/cell';

const TONES: Readonly<Record<OrderHeadline, StateLabel['tone']>> = {
  held: 'bad',
  stopping: 'warn',
  cancelled: 'quiet',
  own: 'quiet',
  refused: 'bad',
  disputed: 'bad',
  waiting: 'bad',
  not_placed: 'bad',
  routing: 'warn',
  placing: 'warn',
  placed: 'good',
  partly_shipped: 'good',
  shipped: 'good',
  partly_returned: 'quiet',
  returned: 'quiet',
  dry_run: 'quiet',
  closed: 'quiet',
};

/** The overall state of an order. */
export function headlineText(headline: OrderHeadline): StateLabel {
  return { text: HEADLINE_LABELS[headline], tone: TONES[headline] };
}
