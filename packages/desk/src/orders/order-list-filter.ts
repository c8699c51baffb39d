import { Prisma } from '@hub/database';
import type { OrderHeadline } from './headline';
import { HELD_REASONS } from '../words/reason-texts';

/** Filter of orders; what is not given does not matter. */
export interface OrderListFilter {
  /** The selling shop. */
  shopId?: number | undefined;
  /** A shop that has, or had, a part of it to ship. */
  shippingShopId?: number | undefined;
  /** Received from this moment on. */
  since?: Date | undefined;
  /** Received before this moment. */
  until?: Date | undefined;
  headline?: OrderHeadline | undefined;
  /** Why a line waits, or the order is held: the code. */
  reason?: string | undefined;
  /** GTIN of an article of it, 14 digits. */
  gtin?: string | undefined;
}

/** Whether an index answers every condition in the order of the list: then no order is read in vain. */
export function isAnsweredByIndex(filter: OrderListFilter): boolean {
  const { shippingShopId, headline, reason, gtin } = filter;
  return [shippingShopId, headline, reason, gtin].every((condition) => condition === undefined);
}

/** Conditions on rows `o` of `seller_order` that narrow what is read. */
export function narrowing(filter: OrderListFilter): Prisma.Sql {
  const { shopId, since, until, headline, reason } = filter;
  return all([
    // The index of a shop's orders by time: only it has this expression (decisions/database.md#plans-of-hot-statements).
    ...(shopId === undefined ? [] : [Prisma.sql`o.shop_id + 0 = ${shopId}`]),
    ...(since === undefined ? [] : [Prisma.sql`o.received_at >= ${since}`]),
    ...(until === undefined ? [] : [Prisma.sql`o.received_at < ${until}`]),
    ...(headline === undefined ? [] : [fewOf(headline)]),
    ...(reason === undefined ? [] : [fewOf(HELD_REASONS.includes(reason) ? 'held' : 'waiting')]),
  ]);
}

/** Rare conditions have indexes of their own: a list reads those first, then the orders by their ids. */
function fewOf(headline: OrderHeadline): Prisma.Sql {
  switch (headline) {
    case 'held':
      return Prisma.sql`o.state = 'held'`;
    case 'waiting':
    case 'routing':
      return Prisma.sql`o.id = ANY (ARRAY(SELECT DISTINCT w.seller_order_id FROM order_line w WHERE w.state = 'waiting'))`;
    case 'refused':
    case 'disputed':
    case 'not_placed':
    case 'placing':
      return Prisma.sql`o.id = ANY (ARRAY(SELECT DISTINCT u.seller_order_id FROM shipping_order u
        WHERE u.state NOT IN ('placed', 'stopped', 'dry_run')))`;
    default:
      return Prisma.sql`true`;
  }
}

/**
 * Conditions on rows `o` that are read, with their `headline`: each reads by the keys of one order, so many rows are
 * read.
 */
export function matching({ shippingShopId, headline, reason, gtin }: OrderListFilter): Prisma.Sql {
  const line = (has: Prisma.Sql) =>
    Prisma.sql`(SELECT bool_or(${has}) FROM order_line f WHERE f.seller_order_id = o.id)`;
  return all([
    ...(headline === undefined ? [] : [Prisma.sql`headline.headline = ${headline}`]),
    ...(shippingShopId === undefined
      ? []
      : [
          Prisma.sql`(SELECT bool_or(f.shop_id = ${shippingShopId}) FROM shipping_order f WHERE f.seller_order_id = o.id)`,
        ]),
    ...(reason === undefined
      ? []
      : [
          Prisma.sql`(o.state = 'held' AND o.held_reason = ${reason} OR ${line(
            Prisma.sql`f.state = 'waiting' AND f.waiting_reason = ${reason}`,
          )})`,
        ]),
    ...(gtin === undefined ? [] : [line(Prisma.sql`f.gtin = ${gtin}`)]),
  ]);
}

function all(conditions: readonly Prisma.Sql[]): Prisma.Sql {
  return conditions.length === 0 ? Prisma.sql`true` : Prisma.join([...conditions], ' AND ');
}
