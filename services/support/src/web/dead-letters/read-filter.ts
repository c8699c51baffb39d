import type { DeadLetterState } from '@hub/database';
import type { DeadLetterFilter } from '@hub/support-desk';
import { z } from 'zod';
import type { Desk } from '../desk';
import { listAddress } from '../layout/list-address';
import { PageError } from '../layout/page-error';
import { shopOfFilter } from '../layout/shop-of-filter';
import { FilterText } from '../layout/filter-text';
import { Moment, momentOf } from '../lists/moment';
import { oneOf } from '../lists/one-of';
import { readFilterFields, readListFilter } from '../lists/read-filter';

export const STATE_CHOICES = ['open', 'replaying', 'resolved', 'discarded', 'any'] as const;
export type StateChoice = (typeof STATE_CHOICES)[number];

/** The filter as a list's address carries it, so that it can be shared. */
export interface ListFilter {
  /** Slug. */
  shop?: string | undefined;
  type?: string | undefined;
  /** The queue that they failed in. */
  origin?: string | undefined;
  reason?: string | undefined;
  text?: string | undefined;
  state: StateChoice;
  /** The time of the last failure, in the format of a browser's field, in UTC. */
  since?: string | undefined;
  until?: string | undefined;
}

const Query = z.object({
  shop: FilterText,
  type: FilterText,
  origin: FilterText,
  reason: FilterText,
  text: FilterText,
  state: z.preprocess((value) => (value === '' ? undefined : value), z.enum(STATE_CHOICES).default('open')),
  since: Moment,
  until: Moment,
});
/** The sorting is read by each list itself. */
const Address = Query.extend({ sort: z.unknown().optional() });
const FailedMessageSort = oneOf(['oldest']);
const CAUSE_SORTS = ['failures', 'latest', 'oldest'] as const;
const CauseSort = oneOf(CAUSE_SORTS);
/** Undefined: the most messages first. */
export type CauseSort = z.output<typeof CauseSort>;

/** Reads the filter of an address; by default the open messages. Throws `PageError`. */
export function readFilter(query: unknown): ListFilter {
  const { sort: _sort, ...filter } = readListFilter(Address, query, 'failed message');
  return filter;
}

/** The same of a form. */
export function readFilterForm(form: unknown): ListFilter {
  return readFilterFields(Query, form, 'failed message');
}

/** The sorting of the list; undefined: the newest first. Throws `PageError`. */
export function readFailedMessageSort({ sort }: { sort?: unknown }): 'oldest' | undefined {
  return readAs(FailedMessageSort, sort);
}

/** The sorting of causes. Throws `PageError`. */
export function readCauseSort({ sort }: { sort?: unknown }): CauseSort {
  return readAs(CauseSort, sort);
}

function readAs<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  const read = schema.safeParse(input);
  if (!read.success)
    throw new PageError(400, 'The filter asks for something that no failed message has: see sort.');
  return read.data;
}

/** The same for the database. Throws `PageError` if there is no such shop. */
export async function toFilter(desk: Desk, filter: ListFilter): Promise<DeadLetterFilter> {
  const { shop, state, since, until, ...rest } = filter;
  const states: DeadLetterState[] | undefined = state === 'any' ? undefined : [state];
  return {
    ...rest,
    states,
    since: momentOf(since),
    until: momentOf(until),
    shopId: await shopOfFilter(desk, shop),
  };
}

/** The address of a list. @param more parameters besides the filter */
export function addressOf(
  path: string,
  filter: ListFilter,
  more: Record<string, string | undefined> = {},
): string {
  return listAddress(path, { ...askedOf(filter), ...more });
}

/** The filter as address parameters. */
export function askedOf(filter: ListFilter): Record<string, string | undefined> {
  return { ...filter, state: filter.state === 'open' ? undefined : filter.state };
}

/** Whether the filter has more than the state. */
export function isNarrowed({ state: _state, ...rest }: ListFilter): boolean {
  return Object.values(rest).some((value) => value !== undefined);
}
