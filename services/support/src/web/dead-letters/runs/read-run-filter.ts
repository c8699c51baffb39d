import type { RunListQuery } from '@hub/support-desk';
import { z } from 'zod';
import type { Viewer } from '../../access/viewer';
import { actorOf } from '../../access/viewer';
import { Moment, momentOf } from '../../lists/moment';
import { oneOf } from '../../lists/one-of';
import { ACTION_NAMES, ACTIONS } from '../action-labels';
import { RUN_STATE_NAMES, RUN_STATES } from './run-labels';
import { readListFilter } from '../../lists/read-filter';

export const RUN_STATE_CHOICES = RUN_STATE_NAMES.map((state) => [state, RUN_STATES[state].text] as const);
export const RUN_ACTION_CHOICES = ACTION_NAMES.map((action) => [action, ACTIONS[action].name] as const);

const Query = z.object({
  state: oneOf(RUN_STATE_NAMES),
  action: oneOf(ACTION_NAMES),
  by: oneOf(['me']),
  since: Moment,
  until: Moment,
  sort: oneOf(['oldest']),
});
/** The filter as the address carries it. */
export type RunListFilter = z.output<typeof Query>;

/** Reads the filter of an address. Throws `PageError`. */
export function readRunFilter(input: unknown): RunListFilter {
  return readListFilter(Query, input, 'bulk run');
}

/** The same for the database. */
export function toRunQuery(asked: RunListFilter, viewer: Viewer): Omit<RunListQuery, 'limit'> {
  const { state, action, by, since, until, sort } = asked;
  const startedBy = by === 'me' ? actorOf(viewer) : undefined;
  return { filter: { state, action, startedBy, since: momentOf(since), until: momentOf(until) }, sort };
}
