import { REFUSAL_LABELS, type DeadLetterAction } from '@hub/desk/messages';
import { counted } from '@hub/desk/words';

export interface ActionLabel {
  /** For the page and the button. */
  name: string;
  /** `begun`: its result is known once a worker has handled the message. */
  kind: 'done' | 'begun';
  /** How many it was done to. */
  done(count: number): string;
  /** Such as `not replayed`. */
  not: string;
  /** What happens, one sentence each. */
  happens: readonly string[];
  /** The state of failed messages that allows it. */
  from: 'open' | 'discarded';
}

/** The labels of the actions on failed messages. */
export const ACTIONS: Record<DeadLetterAction, ActionLabel> = {
  replay: {
    name: 'Replay',
    kind: 'begun',
    done: (count) =>
      count === 1
        ? '1 message was sent again. Its result shows here.'
        : `${count} messages were sent again. Their results show here.`,
    not: 'not replayed',
    happens: [
      'It is sent again to the queue it failed in, as a message that was never tried.',
      'While that is pending, it cannot be replayed a second time.',
      'If it fails permanently again, it is back among the open ones.',
    ],
    from: 'open',
  },
  discard: {
    name: 'Discard',
    kind: 'done',
    done: (count) =>
      `${counted(count, 'message')} discarded. ${count === 1 ? 'It' : 'They'} can be restored.`,
    not: 'not discarded',
    happens: [
      'It is discarded: no worker handles it. It can be restored.',
      'Should the very message fail again, that is counted and raises no alert.',
    ],
    from: 'open',
  },
  restore: {
    name: 'Restore',
    kind: 'done',
    done: (count) =>
      `${counted(count, 'message')} restored: ${count === 1 ? 'it is' : 'they are'} open again.`,
    not: 'not restored',
    happens: ['It is open again, and can be replayed.'],
    from: 'discarded',
  },
};

export const ACTION_NAMES = ['replay', 'discard', 'restore'] as const satisfies readonly DeadLetterAction[];

type ActionRefusal = keyof typeof REFUSAL_LABELS;

const OF_MANY: Record<ActionRefusal, string> = {
  unknown: 'they are not kept any more',
  replay_pending: 'their replay is pending already',
  resolved: 'they went through already',
  discarded: 'they are discarded: restore them first',
  not_discarded: 'they are not discarded',
  origin_unknown: 'the queue they came from is not known',
  note_missing: 'say why, for the record',
  forecast_changed: 'a replay would not do what you were shown: look again',
};

/** Why an action is not done for that many. */
export function refusalText(why: ActionRefusal, count: number): string {
  return count === 1 ? REFUSAL_LABELS[why] : OF_MANY[why];
}
