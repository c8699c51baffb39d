import { choice, period } from '../../engine/filters';
import { firstOf, list, time } from '../../engine/list';
import type { ColumnOf } from '../../engine/list-definition';
import type { PlaceText } from '../../engine/places';
import { z } from 'zod';
import { listBulkRuns, type ListedRun } from './list-runs';
import { RUN_ACTIONS, RUN_STATES, runProgress, runTitle, whyItStands } from './run-labels';

/** The run after which a list goes on. */
const BY_ID: PlaceText<string> = {
  write: (id) => id,
  read: (text) => z.uuid().safeParse(text).data ?? null,
};

/** The columns of a bulk run, in every list of them. */
export const RUN_COLUMNS: readonly ColumnOf<ListedRun>[] = [
  {
    name: 'Action',
    head: true,
    cell: (run) => ({
      text: RUN_ACTIONS[run.action],
      shown: runTitle(run),
      href: `/dead-letters/runs/${run.id}`,
    }),
  },
  { name: 'State', cell: runProgress },
  { name: 'Why it stands so', only: 'file', cell: whyItStands },
  { name: 'Messages in its set', only: 'text', number: true, cell: ({ size }) => size },
  { name: 'Decided', only: 'text', number: true, cell: ({ next }) => next },
  { name: 'Started', cell: ({ startedAt }) => startedAt },
  { name: 'By', cell: ({ startedBy }) => startedBy },
  { name: 'Asked for', cell: ({ filter }) => filter },
  { name: 'Note', cell: ({ note }) => note },
  { name: 'Changed', only: 'file', cell: ({ changedAt }) => changedAt },
  { name: 'Changed by', only: 'file', cell: ({ changedBy }) => changedBy },
  { name: 'Run id', only: 'text', cell: ({ id }) => id },
];

/** Every action on many failed messages at once. */
export const runList = list<ListedRun>()({
  path: '/dead-letters/runs',
  title: 'Bulk runs',
  command: { name: 'dead.runs', says: 'bulk runs, the newest first: who, why, how far' },
  section: 'dead-letters',
  noun: 'bulk run',
  about: 'Every action on many failed messages at once. Runs are kept for 90 days.',
  links: [{ text: 'Failed messages', href: '/dead-letters' }],
  filters: {
    state: choice('State', [
      ['running', RUN_STATES.running.text],
      ['paused', RUN_STATES.paused.text],
      ['stopped', RUN_STATES.stopped.text],
      ['finished', RUN_STATES.finished.text],
    ]),
    action: choice('Action', [
      ['replay', RUN_ACTIONS.replay],
      ['discard', RUN_ACTIONS.discard],
      ['restore', RUN_ACTIONS.restore],
    ]),
    by: choice('Started by', [['me', 'me']], 'me: those that you started'),
    ...period('Started'),
  },
  columns: RUN_COLUMNS,
  json: (run) => ({
    id: run.id,
    action: run.action,
    state: run.state,
    decided: run.next,
    size: run.size,
    asked_for: run.filter,
    note: run.note,
    started_by: run.startedBy,
    started_at: time(run.startedAt),
  }),
  place: BY_ID,
  isLive: true,
  async read({ db, actor }, { filter: { by, ...filter }, sort, after, limit }) {
    const found = await listBulkRuns(db, {
      filter: { ...filter, startedBy: by === undefined ? undefined : actor },
      sort: sort === 'oldest' ? sort : undefined,
      after,
      limit: limit + 1,
    });
    return firstOf(found, { limit, placeOf: ({ id }) => id });
  },
});
