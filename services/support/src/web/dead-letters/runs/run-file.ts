import type { ListedRun } from '@hub/support-desk';
import type { Column } from '../../lists/column';
import { ACTIONS } from '../action-labels';
import { RUN_STATES, whyItStands } from './run-labels';

/** The list of bulk runs as a file. */
export const RUN_FILE: readonly Column<ListedRun>[] = [
  { name: 'Action', text: ({ action }) => ACTIONS[action].name },
  { name: 'State', text: ({ state }) => RUN_STATES[state].text },
  { name: 'Why it stands so', text: whyItStands },
  { name: 'Messages in its set', text: ({ size }) => size },
  { name: 'Decided', text: ({ next }) => next },
  { name: 'Started', text: ({ startedAt }) => startedAt },
  { name: 'By', text: ({ startedBy }) => startedBy },
  { name: 'Asked for', text: ({ filter }) => filter },
  { name: 'Note', text: ({ note }) => note },
  { name: 'Changed', text: ({ changedAt }) => changedAt },
  { name: 'Changed by', text: ({ changedBy }) => changedBy },
  { name: 'Run id', text: ({ id }) => id },
];
