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
  if (kind === 'message') return `${messageOfQueue(first)}: ${reasonLabel(rest.join(' '))}`;
  return plainFailure(about);
}

/** A queue's label, from its service and message type; a queue of another release by its name. */
export function messageOfQueue(queue: string): string {
  return messageLabel(queue.slice(queue.indexOf('.') + 1)) ?? queue;
}

const ENTRIES: Record<EntryKind, string> = {
  opened: 'It was opened',
  grown: 'It has grown',
  followed: 'What is in it has another cause by now',
  merged: 'It was merged into another case of the same cause',
  woken: 'The snooze ended',
  closed: 'It was closed',
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
