import type { DeadLetterState } from '@hub/database';
import { isOurQueue } from './read-message';

export const DEAD_LETTER_ACTIONS = ['replay', 'discard', 'restore'] as const;
export type DeadLetterAction = (typeof DEAD_LETTER_ACTIONS)[number];

/** More than this at once requires a lead. */
export const BULK = 1_000;

/** Why it is refused. */
export type ActionRefusal =
  | 'unknown'
  | 'replay_pending'
  | 'resolved'
  | 'discarded'
  | 'not_discarded'
  | 'origin_unknown'
  | 'note_missing'
  | 'forecast_changed';

export type ActionDecision = { kind: 'do'; to: DeadLetterState } | { kind: 'refuse'; why: ActionRefusal };

/** The labels of these. */
export const REFUSAL_LABELS: Record<ActionRefusal, string> = {
  unknown: 'there is no such failed message',
  replay_pending: 'its replay is pending',
  resolved: 'it went through already',
  discarded: 'it is discarded: restore it first',
  not_discarded: 'it is not discarded',
  origin_unknown: 'the queue it came from is not known',
  note_missing: 'say why, for the record',
  forecast_changed: 'a replay would not do what you were shown: look again',
};

/** What is discarded is never handled again, unless a person finds out why it was. */
export const requiresNote = (action: DeadLetterAction): boolean => action === 'discard';

/**
 * Open ones can be replayed or discarded, discarded ones restored; while a replay is pending neither is possible.
 * @param letter its current state, locked; null: there is none
 */
export function decideAction(
  failedMessage: { state: DeadLetterState; origin: string } | null,
  action: DeadLetterAction,
): ActionDecision {
  if (!failedMessage) return refuse('unknown');
  switch (failedMessage.state) {
    case 'replaying':
      return refuse('replay_pending');
    case 'resolved':
      return refuse('resolved');
    case 'discarded':
      return action === 'restore' ? { kind: 'do', to: 'open' } : refuse('discarded');
    case 'open':
      return decideOpen(failedMessage.origin, action);
  }
}

function decideOpen(origin: string, action: DeadLetterAction): ActionDecision {
  switch (action) {
    case 'replay':
      return isOurQueue(origin) ? { kind: 'do', to: 'replaying' } : refuse('origin_unknown');
    case 'discard':
      return { kind: 'do', to: 'discarded' };
    case 'restore':
      return refuse('not_discarded');
  }
}

function refuse(why: ActionRefusal): ActionDecision {
  return { kind: 'refuse', why };
}
