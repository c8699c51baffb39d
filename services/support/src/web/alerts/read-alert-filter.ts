import { ALERT_KINDS } from '@hub/alerts';
import type { AlertState } from '@hub/database';
import { z } from 'zod';
import type { Desk } from '../desk';
import { FilterText } from '../layout/filter-text';
import { listAddress } from '../layout/list-address';
import { shopOfFilter } from '../layout/shop-of-filter';
import { Moment, momentOf } from '../lists/moment';
import { oneOf } from '../lists/one-of';
import { readListFilter } from '../lists/read-filter';

/** The states to choose from, with their labels. */
export const STATE_CHOICES = {
  unresolved: { name: 'not resolved', states: ['open', 'taken'] },
  open: { name: 'open', states: ['open'] },
  taken: { name: 'taken', states: ['taken'] },
  resolved: { name: 'resolved', states: ['resolved'] },
  any: { name: 'any state', states: ['open', 'taken', 'resolved'] },
} as const satisfies Record<string, { name: string; states: readonly AlertState[] }>;
export type AlertStateChoice = keyof typeof STATE_CHOICES;

/** The filter as the address carries it. */
export interface AlertListFilter {
  kind?: string | undefined;
  /** Slug. */
  shop?: string | undefined;
  state: AlertStateChoice;
  /** In the format of a browser's field, in UTC. */
  since?: string | undefined;
  until?: string | undefined;
  /** Undefined: the newest first. */
  sort?: 'oldest' | undefined;
}

const Query = z.object({
  kind: oneOf(ALERT_KINDS),
  shop: FilterText,
  state: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.enum(['unresolved', 'open', 'taken', 'resolved', 'any']).default('unresolved'),
  ),
  since: Moment,
  until: Moment,
  sort: oneOf(['oldest']),
});

/** Reads the filter of an address; by default alerts that are not resolved. Throws `PageError`. */
export function readAlertFilter(input: unknown): AlertListFilter {
  return readListFilter(Query, input, 'alert');
}

/** The same for the database. Throws `PageError` if there is no such shop. */
export async function toAlertFilter(desk: Desk, filter: AlertListFilter) {
  const { kind, shop, state, since, until } = filter;
  return {
    kind,
    states: STATE_CHOICES[state].states,
    shopId: await shopOfFilter(desk, shop),
    since: momentOf(since),
    until: momentOf(until),
  };
}

/** The address of a list. @param more parameters besides the filter */
export function alertsAddress(
  path: string,
  filter: AlertListFilter,
  more: Record<string, string> = {},
): string {
  return listAddress(path, { ...askedOf(filter), ...more });
}

/** The filter as address parameters. */
export function askedOf(filter: AlertListFilter): Record<string, string | undefined> {
  return { ...filter, state: filter.state === 'unresolved' ? undefined : filter.state };
}
