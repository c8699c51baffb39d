import { ORDER_HEADLINES, ORDER_REASONS, OrderArticle, type OrderListFilter } from '@hub/support-desk';
import { z } from 'zod';
import type { Desk } from '../../desk';
import { FilterText } from '../../layout/filter-text';
import { shopOfFilter } from '../../layout/shop-of-filter';
import { Moment, momentOf } from '../../lists/moment';
import { oneOf } from '../../lists/one-of';
import { readListFilter } from '../../lists/read-filter';

const Query = z.object({
  shop: FilterText,
  ships: FilterText,
  state: oneOf(ORDER_HEADLINES),
  reason: oneOf(ORDER_REASONS),
  article: z.preprocess((text) => (text === '' ? undefined : text), OrderArticle.optional()),
  since: Moment,
  until: Moment,
  sort: oneOf(['oldest']),
});

/** The filter as the address carries it. */
export type OrderQuery = z.output<typeof Query>;

/** Reads the filter of an address. Throws `PageError`. */
export function readOrderQuery(input: unknown): OrderQuery {
  return readListFilter(Query, input, 'order');
}

/** The same for the database. Throws `PageError` if there is no such shop. */
export async function toOrderFilter(desk: Desk, query: OrderQuery): Promise<OrderListFilter> {
  const [shopId, shippingShopId] = await Promise.all([
    shopOfFilter(desk, query.shop),
    shopOfFilter(desk, query.ships),
  ]);
  return {
    shopId,
    shippingShopId,
    headline: query.state,
    reason: query.reason,
    gtin: query.article,
    since: momentOf(query.since),
    until: momentOf(query.until),
  };
}
