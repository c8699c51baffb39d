import type { DeadLetterState } from '@hub/database';
import type { DeadLetterFilter } from '@hub/support-desk';
import { z } from 'zod';
import type { Desk } from '../desk';
import { PageError } from '../layout/page-error';
import { FilterText } from '../layout/filter-text';

export const STATE_CHOICES = ['open', 'replaying', 'resolved', 'discarded', 'any'] as const;
export type StateChoice = (typeof STATE_CHOICES)[number];

/** What somebody asks for: as it stands in the address of a list, so that it can be shared. */
export interface ListFilter {
  /** Slug. */
  shop?: string | undefined;
  type?: string | undefined;
  /** The queue they died in. */
  origin?: string | undefined;
  reason?: string | undefined;
  text?: string | undefined;
  state: StateChoice;
}

const Query = z.object({
  shop: FilterText,
  type: FilterText,
  origin: FilterText,
  reason: FilterText,
  text: FilterText,
  state: z.preprocess((value) => (value === '' ? undefined : value), z.enum(STATE_CHOICES).default('open')),
});

/** Reads the filter of an address or a form; nothing said: the open ones. Throws `PageError`. */
export function readFilter(input: unknown): ListFilter {
  const read = Query.safeParse(input ?? {});
  if (!read.success) throw new PageError(400, 'The filter asks for something that no dead letter has.');
  return read.data;
}

/** The same for the database. Throws `PageError` where there is no such shop. */
export async function toFilter({ db }: Desk, filter: ListFilter): Promise<DeadLetterFilter> {
  const { shop, state, ...rest } = filter;
  const states: DeadLetterState[] | undefined = state === 'any' ? undefined : [state];
  if (shop === undefined) return { ...rest, states };
  const found = await db.shop.findUnique({ where: { slug: shop }, select: { id: true } });
  if (!found) throw new PageError(404, 'There is no such shop.');
  return { ...rest, states, shopId: found.id };
}

/** The address of a list. @param more beside the filter */
export function addressOf(path: string, filter: ListFilter, more: Record<string, string> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filter, ...more }))
    if (value !== undefined && !(name === 'state' && value === 'open')) query.set(name, value);
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Whether anything narrows the list beside the state. Pure. */
export function isNarrowed({ state: _state, ...rest }: ListFilter): boolean {
  return Object.values(rest).some((value) => value !== undefined);
}
