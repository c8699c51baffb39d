import { EVENT_NAMES } from '@hub/contract';
import type { EventPlace, EventSort, ListedEvent, SentEventFilter } from '@hub/support-desk';
import { z } from 'zod';
import type { Desk } from '../desk';
import { FilterText } from '../layout/filter-text';
import { listAddress } from '../layout/list-address';
import { PageError } from '../layout/page-error';
import { shopOfFilter } from '../layout/shop-of-filter';
import { Moment, momentOf } from '../lists/moment';
import { oneOf } from '../lists/one-of';
import { readListFilter } from '../lists/read-filter';

/** The filter as the address carries it. */
export interface EventListFilter {
  /** Slug. */
  shop?: string | undefined;
  event?: string | undefined;
  answer?: string | undefined;
  /** An order's id as its shop names it. */
  order?: string | undefined;
  /** In the format of a browser's field, in UTC. */
  since?: string | undefined;
  until?: string | undefined;
  /** Undefined: the newest first. */
  sort?: Exclude<EventSort, 'newest'> | undefined;
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
  sort: oneOf(['oldest', 'shop', 'answer']),
});
/** Its time of receipt, its answer, its shop, and its position among events of the same moment. */
const Place = z.tuple([
  z.iso.datetime({ precision: 3 }),
  z.string().regex(/^(\d{3})?$/),
  z.string().max(100),
  z.string().max(300),
]);

/** Reads the filter of an address. Throws `PageError`. */
export function readEventFilter(input: unknown): EventListFilter {
  return readListFilter(Query, input, 'event');
}

/** The same for the database. Throws `PageError` if there is no such shop. */
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

/** The list's cursor from an address; undefined: at its top. Throws `PageError`. */
export function readEventPlace(input: unknown): EventPlace | undefined {
  if (input === undefined) return undefined;
  const [at, status, shop, ...key] = typeof input === 'string' ? input.split('_') : [];
  const read = Place.safeParse([at, status, shop, key.join('_')]);
  if (!read.success) throw new PageError(400, 'This address names no place in the list.');
  const [receivedAt, answered, ofShop, place] = read.data;
  return {
    receivedAt: new Date(receivedAt),
    status: answered === '' ? null : Number(answered),
    shop: ofShop,
    key: place,
  };
}

export function writeEventPlace({ receivedAt, status, shop, key }: ListedEvent): string {
  return [receivedAt.toISOString(), status ?? '', shop, key].join('_');
}

/** The address of a list. @param more parameters besides the filter */
export function eventsAddress(filter: EventListFilter, more: Record<string, string> = {}): string {
  return listAddress('/events', { ...filter, ...more });
}
