import { alertName } from '@hub/alerts';
import { messageLabel, outcomeLabel } from '@hub/messaging';
import { actionText } from '../engine/action-names';
import { plainFailure } from '../words/plain-failure';
import type { DescribedOrder } from './describe-order';
import type { TimelineEntry, TimelineLink } from './timeline-entry';

const MESSAGE_ENDS: Record<DescribedOrder['deadLetters'][number]['state'], string> = {
  open: 'is open',
  replaying: 'is being replayed',
  resolved: 'went through',
  discarded: 'was discarded',
};

/** What was known at first, and what came since. */
interface Beginning {
  first: TimelineEntry;
  since: TimelineEntry[];
}

/** A failed message: its failures and its end. Only the reason of the latest failure is kept. */
export function describeDeadLetter(message: DescribedOrder['deadLetters'][number]): Beginning {
  const { type, state, outcome, count, endedAt } = message;
  const links: TimelineLink[] = [{ to: 'dead_letter', id: message.id, label: 'failed message' }];
  const entry = (at: Date, title: string, detail: string): TimelineEntry => ({
    at,
    kind: 'dead_letter',
    title,
    detail,
    links,
  });
  const name = messageLabel(type) ?? 'A message';
  const reason = plainFailure(message.reason);
  const again = `${name} failed permanently again, ${count} times by now`;
  const end = `The failed message “${messageLabel(type) ?? 'unknown'}” ${MESSAGE_ENDS[state]}`;
  return {
    first: entry(message.firstFailedAt, `${name} failed permanently`, count > 1 ? '' : reason),
    since: [
      ...(count > 1 ? [entry(message.lastFailedAt, again, reason)] : []),
      ...(endedAt ? [entry(endedAt, end, outcome === null ? '' : outcomeLabel(outcome))] : []),
    ],
  };
}

/** An alert: when it was raised, raised again and resolved. Only its latest message is kept. */
export function describeAlert(alert: DescribedOrder['alerts'][number]): Beginning {
  const { message, count, resolvedAt } = alert;
  const links: TimelineLink[] = [{ to: 'alert', id: alert.id, label: 'alert' }];
  const entry = (at: Date, title: string, detail: string): TimelineEntry => ({
    at,
    kind: 'alert',
    title,
    detail,
    links,
  });
  const kind = alertName(alert.kind);
  return {
    first: entry(alert.firstAt, `Alert: ${kind}`, count > 1 ? '' : message),
    since: [
      ...(count > 1 ? [entry(alert.lastAt, `Alert again: ${kind}, ${count} times by now`, message)] : []),
      ...(resolvedAt ? [entry(resolvedAt, `Resolved: ${kind}`, '')] : []),
    ],
  };
}

export function describeAction(action: DescribedOrder['actions'][number]): TimelineEntry {
  return {
    at: action.at,
    kind: 'action',
    title: actionText(action),
    detail: noteOf(action.detail),
    links: [],
  };
}

function noteOf(detail: unknown): string {
  const note = typeof detail === 'object' && detail !== null && 'note' in detail ? detail.note : null;
  return typeof note === 'string' ? note : '';
}
