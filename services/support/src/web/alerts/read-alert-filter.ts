import type { AlertState } from '@hub/database';
import { z } from 'zod';
import type { Desk } from '../desk';
import { FilterText } from '../layout/filter-text';
import { listAddress } from '../layout/list-address';
import { PageError } from '../layout/page-error';
import { shopOfFilter } from '../layout/shop-of-filter';

/** Which states somebody may ask for, and what each is called. */
export const STATE_CHOICES = {
  unresolved: { name: 'not resolved', states: ['open', 'taken'] },
  open: { name: 'open', states: ['open'] },
  taken: { name: 'taken', states: ['taken'] },
  resolved: { name: 'resolved', states: ['resolved'] },
  any: { name: 'any state', states: ['open', 'taken', 'resolved'] },
} as const satisfies Record<string, { name: string; states: readonly AlertState[] }>;
export type AlertStateChoice = keyof typeof STATE_CHOICES;

/** What somebody asks for, as it stands in the address. */
export interface AlertListFilter {
  kind?: string | undefined;
  /** Slug. */
  shop?: string | undefined;
  state: AlertStateChoice;
}

const Query = z.object({
  kind: FilterText,
  shop: FilterText,
  state: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.enum(['unresolved', 'open', 'taken', 'resolved', 'any']).default('unresolved'),
  ),
});

/** Reads the filter of an address; nothing said: what is not resolved. Throws `PageError`. */
export function readAlertFilter(input: unknown): AlertListFilter {
  const read = Query.safeParse(input ?? {});
  if (!read.success) throw new PageError(400, 'The filter asks for something that no alert has.');
  return read.data;
}

/** The same for the database. Throws `PageError` where there is no such shop. */
export async function toAlertFilter(desk: Desk, { kind, shop, state }: AlertListFilter) {
  return { kind, states: STATE_CHOICES[state].states, shopId: await shopOfFilter(desk, shop) };
}

/** The address of a list. @param more beside the filter */
export function alertsAddress(
  path: string,
  filter: AlertListFilter,
  more: Record<string, string> = {},
): string {
  const state = filter.state === 'unresolved' ? undefined : filter.state;
  return listAddress(path, { ...filter, ...more, state });
}
