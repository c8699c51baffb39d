import type { ShopMailState } from '@hub/database';
import type { StateLabel } from '../engine/cell';

/** The states of a mail, at desk and door. */
export const MAIL_STATES: Readonly<Record<ShopMailState, StateLabel>> = {
  due: { text: 'to be sent', tone: 'quiet' },
  sending: { text: 'being sent', tone: 'quiet' },
  sent: { text: 'sent', tone: 'good' },
  refused: { text: 'refused', tone: 'bad' },
  bounced: { text: 'came back', tone: 'bad' },
  unknown: { text: 'perhaps sent', tone: 'warn' },
  given_up: { text: 'not sent', tone: 'warn' },
};
