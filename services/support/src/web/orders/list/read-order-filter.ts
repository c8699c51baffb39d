import { HELD_REASONS, ORDER_HEADLINES, WAITING_REASONS, type OrderListFilter } from '@hub/support-desk';
import { z } from 'zod';
import type { Desk } from '../../desk';
import { FilterText } from '../../layout/filter-text';
import { PageError } from '../../layout/page-error';
import { shopOfFilter } from '../../layout/shop-of-filter';
import { Moment, momentOf } from '../../lists/moment';
import { oneOf } from '../../lists/one-of';

const Query = z.object({
  shop: FilterText,
  ships: FilterText,
  state: oneOf(ORDER_HEADLINES),
  reason: oneOf([...WAITING_REASONS, ...HELD_REASONS]),
  article: z
    .string()
    .trim()
    // A GTIN, or an article without a barcode (record 64).
    .regex(/^(?:\d{0,14}|H[0-9A-Z]{13})$/)
    .transform((article) => article || undefined)
    .optional(),
  since: Moment,
  until: Moment,
  sort: oneOf(['oldest']),
});

/** The filter as the address carries it. */
export type OrderQuery = z.output<typeof Query>;

/** Reads the filter of an address. Throws `PageError`. */
export function readOrderQuery(input: unknown): OrderQuery {
  const read = Query.safeParse(input ?? {});
  if (!read.success) throw new PageError(400, 'The filter asks for something that no order has.');
  return read.data;
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
    gtin: query.article?.padStart(14, '0'),
    since: momentOf(query.since),
    until: momentOf(query.until),
  };
}
