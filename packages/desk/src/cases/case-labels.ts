import { messageLabel } from '@hub/messaging/message-map';
import type { EntryKind } from './case-entries';
import type { ListedCase } from './list-cases';
import { whyHeld, whyWaiting } from '../words/reason-texts';
import { labelOf } from '../words/label-of';
import { plainFailure } from '../words/plain-failure';
import { reasonLabel } from '../words/reason-label';

type CauseOf = Pick<ListedCase, 'kind' | 'about'>;

/** Why, as far as it is known; null: the title says it all. */
export function caseReason({ kind, about }: CauseOf): string | null {
  if (about === '') return null;
  const [first = '', ...rest] = about.split(' ');
  if (kind === 'waiting')
    return [whyWaiting(first), ...rest.map((variant) => `variant ${variant}`)].join(', ');
  if (kind === 'order_held') return whyHeld(about);
  if (kind === 'message') {
    const reason = reasonLabel(rest.join(' '));
    // The title names what could not be done, unless another release sent the messages.
    return messageLabel(typeOf(first)) === null ? `${first}: ${reason}` : reason;
  }
  return plainFailure(about);
}

const typeOf = (queue: string): string => queue.slice(queue.indexOf('.') + 1);

const ENTRIES: Record<EntryKind, string> = {
  opened: 'It was opened',
  grown: 'It has grown',
  followed: 'Its items have another cause now',
  merged: 'It was merged into another case of the same cause',
  woken: 'The snooze ended',
  closed: 'It was closed',
  reopened: 'opened it again',
  taken: 'took it',
  handed_over: 'handed it over',
  released: 'gave it back',
  snoozed: 'snoozed it',
  noted: 'wrote',
  linked: 'linked it to a ticket',
};

/** What happened, such as `took it`; after the actor's name, if there is one. */
export function entryLabel(kind: string): string {
  return labelOf(ENTRIES, kind);
}
