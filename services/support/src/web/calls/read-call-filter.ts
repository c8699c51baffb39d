import { STORE_OPERATIONS } from '../shops/shop-labels';
import type { CallFilter } from '@hub/support-desk';
import { z } from 'zod';
import type { Desk } from '../desk';
import { FilterText } from '../layout/filter-text';
import { shopOfFilter } from '../layout/shop-of-filter';
import { Moment, momentOf } from '../lists/moment';
import { oneOf } from '../lists/one-of';
import { readListFilter } from '../lists/read-filter';

const Query = z.object({
  shop: FilterText,
  operation: oneOf(STORE_OPERATIONS),
  answer: FilterText,
  reference: FilterText,
  since: Moment,
  until: Moment,
  sort: oneOf(['oldest']),
});

/** The filter as the address carries it. */
export type CallQuery = z.output<typeof Query>;

/** Reads the filter of an address. Throws `PageError`. */
export function readCallQuery(input: unknown): CallQuery {
  return readListFilter(Query, input, 'call');
}

/** The same for the database. Throws `PageError` if there is no such shop. */
export async function toCallFilter(desk: Desk, query: CallQuery): Promise<CallFilter> {
  const { operation, answer, reference } = query;
  const shopId = await shopOfFilter(desk, query.shop);
  return { shopId, operation, answer, reference, since: momentOf(query.since), until: momentOf(query.until) };
}
