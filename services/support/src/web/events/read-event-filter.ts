import { EVENT_NAMES } from '@hub/contract';
import type { EventPlace, SentEventFilter } from '@hub/support-desk';
import { z } from 'zod';
import type { Desk } from '../desk';
import { FilterText } from '../layout/filter-text';
import { listAddress } from '../layout/list-address';
import { PageError } from '../layout/page-error';
import { shopOfFilter } from '../layout/shop-of-filter';
import { Moment, momentOf } from '../lists/moment';

/** What somebody asks for, as it stands in the address. */
export interface EventListFilter {
  /** Slug. */
  shop?: string | undefined;
  event?: string | undefined;
  answer?: string | undefined;
  /** An order's id as its shop names it. */
  order?: string | undefined;
  /** As a browser's field has it, in UTC. */
  since?: string | undefined;
  until?: string | undefined;
}

const Query = z.object({
  shop: FilterText,
  event: z
    .enum(['', ...EVENT_NAMES])
    .transform((name) => name || undefined)
    .optional(),
  answer: FilterText,
  order: FilterText,
  since: Moment,
  until: Moment,
});
const Place = z.tuple([z.iso.datetime({ precision: 3 }), z.string().max(300)]);

/** Reads the filter of an address. Throws `PageError`. */
export function readEventFilter(input: unknown): EventListFilter {
  const read = Query.safeParse(input ?? {});
  if (!read.success) throw new PageError(400, 'The filter asks for something that no event has.');
  return read.data;
}

/** The same for the database. Throws `PageError` where there is no such shop. */
export async function toEventFilter(desk: Desk, filter: EventListFilter): Promise<SentEventFilter> {
  const { shop, event, answer, order, since, until } = filter;
  return {
    shopId: await shopOfFilter(desk, shop),
    event,
    answer,
    about: order,
    since: momentOf(since),
    until: momentOf(until),
  };
}

/** Where a list goes on, as it stands in an address; undefined: at its top. Throws `PageError`. */
export function readEventPlace(input: unknown): EventPlace | undefined {
  if (input === undefined) return undefined;
  const text = typeof input === 'string' ? input : '';
  const read = Place.safeParse([text.slice(0, text.indexOf('_')), text.slice(text.indexOf('_') + 1)]);
  if (!read.success) throw new PageError(400, 'This address names no place in the list.');
  const [receivedAt, key] = read.data;
  return { receivedAt: new Date(receivedAt), key };
}

export function writeEventPlace({ receivedAt, key }: EventPlace): string {
  return `${receivedAt.toISOString()}_${key}`;
}

/** The address of a list. @param more beside the filter */
export function eventsAddress(filter: EventListFilter, more: Record<string, string> = {}): string {
  return listAddress('/events', { ...filter, ...more });
}
