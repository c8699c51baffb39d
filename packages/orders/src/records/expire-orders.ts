import { raiseAlerts } from '@hub/alerts';
import { rows, type Tx } from '@hub/database';
import { COMMANDS, enqueueAll } from '@hub/messaging';
import { releaseReservations } from '@hub/stock';
import { z } from 'zod';
import { closeWaitingAlerts } from '../routing/waiting-alerts';
import { statesBefore } from '../states/shipping-order-states';

const LongOpen = z.object({
  id: z.string(),
  shopId: z.int(),
  orderId: z.string(),
  lineItemIds: z.array(z.string()),
});
type LongOpen = z.output<typeof LongOpen>;

const Unsent = z.object({ lineId: z.string(), correlation: z.string() });

/** The alert of one order, from day 150 until an agent resolves it or nothing of the order is open (D30). */
const subjectOf = ({ id }: LongOpen): string => `order:${id}`;

/** Of some orders, those with open lines and without the alert that says so. It is raised once for an order. */
export async function alertLongOpen(tx: Tx, sellerOrderIds: readonly string[]): Promise<void> {
  const open = await rows(
    LongOpen,
    tx.$queryRaw`
    SELECT o.id, o.shop_id AS "shopId", o.order_id AS "orderId",
      array_agg(l.line_item_id ORDER BY l.position) AS "lineItemIds"
    FROM seller_order o
    JOIN order_line l ON l.seller_order_id = o.id AND l.state IN ('waiting', 'allocated')
    WHERE o.id = ANY (${[...sellerOrderIds]}::uuid[]) AND o.mode = 'live' AND o.state <> 'stopped'
      AND NOT EXISTS (SELECT FROM alert a WHERE a.seller_order_id = o.id AND a.kind = 'order_open_long')
    GROUP BY o.id`,
  );
  await raiseAlerts(
    tx,
    open.map((order) => ({
      kind: 'order_open_long',
      subject: subjectOf(order),
      shopId: order.shopId,
      sellerOrderId: order.id,
      message:
        'A paid order has an open line 150 days after it was received. 180 days after, its open lines are closed as unfulfilled, and its address is deleted.',
      detail: { orderId: order.orderId, lines: order.lineItemIds },
    })),
  );
}

/** Resolves the alerts of orders that have no open line any more. One whose lines were closed by age is an agent's. */
export async function resolveLongOpen(tx: Tx): Promise<void> {
  await tx.$executeRaw`
    UPDATE alert a SET state = 'resolved', resolved_at = now()
    FROM seller_order o
    WHERE a.kind = 'order_open_long' AND a.state <> 'resolved' AND o.id = a.seller_order_id AND o.blanked_at IS NULL
      AND NOT EXISTS (
        SELECT FROM order_line l WHERE l.seller_order_id = o.id AND l.state IN ('waiting', 'allocated'))`;
}

/**
 * `expire`: closes the open lines of locked orders as unfulfilled before their addresses are deleted (D30). What no shop
 * was ever sent ends; what a shop has, or may have, stays as it is there, and is never sent again. The selling shop is
 * not called: an agent tells it, by the alert.
 * @param now milliseconds since the epoch
 */
export async function expireLines(tx: Tx, sellerOrderIds: readonly string[], now: number): Promise<void> {
  const ids = [...sellerOrderIds];
  const open = await rows(
    LongOpen,
    tx.$queryRaw`
    WITH closed AS (
      UPDATE order_line l SET state = 'unfulfillable', waiting_reason = NULL, gtin = NULL, closed_at = ${new Date(now)}
      FROM seller_order o
      WHERE l.seller_order_id = o.id AND o.id = ANY (${ids}::uuid[]) AND o.mode = 'live'
        AND l.state IN ('waiting', 'allocated')
      RETURNING l.seller_order_id, l.line_item_id, l.position
    )
    SELECT o.id, o.shop_id AS "shopId", o.order_id AS "orderId",
      array_agg(c.line_item_id ORDER BY c.position) AS "lineItemIds"
    FROM closed c JOIN seller_order o ON o.id = c.seller_order_id GROUP BY o.id`,
  );
  if (open.length === 0) return;
  const closed = open.map(({ id }) => id);
  // What shipped of a line settles now, by the database's clock (D24); a later package of it is refused (D12).
  await tx.$executeRaw`
    UPDATE shipping_order_line given SET rest_ended_at = now()
    FROM shipping_order s
    WHERE s.id = given.shipping_order_id AND s.seller_order_id = ANY (${closed}::uuid[]) AND s.state = 'placed'
      AND given.packaged > 0 AND given.packaged < given.quantity AND given.rest_ended_at IS NULL`;
  await endUnsent(tx, closed, now);
  await closeWaitingAlerts(tx, closed);
  await raiseAlerts(
    tx,
    open.map((order) => ({
      kind: 'order_open_long',
      subject: subjectOf(order),
      shopId: order.shopId,
      sellerOrderId: order.id,
      message:
        'Open lines of a paid order were closed as unfulfilled 180 days after it was received, and its address was deleted.',
      detail: { orderId: order.orderId, lines: order.lineItemIds },
    })),
  );
}

/** What was derived from the personal data of these orders is blanked with it (D29). */
export async function markDerivedBlanked(tx: Tx, sellerOrderIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE seller_order SET derived_blanked_at = now() WHERE id = ANY (${[...sellerOrderIds]}::uuid[])`;
}

/** `expireUnsent`: ends what certainly reached no shop, frees its stock, and has no more calls made for the rest. */
async function endUnsent(tx: Tx, sellerOrderIds: readonly string[], now: number): Promise<void> {
  const unsentStates = statesBefore('expireUnsent');
  const unsent = await rows(
    Unsent,
    tx.$queryRaw`
    WITH ended AS (
      UPDATE shipping_order SET next_attempt_at = NULL,
        ended_at = CASE WHEN state = ANY (${unsentStates}::shipping_order_state[]) THEN ${new Date(now)} ELSE ended_at END,
        state = CASE WHEN state = ANY (${unsentStates}::shipping_order_state[]) THEN 'stopped' ELSE state END
      WHERE seller_order_id = ANY (${[...sellerOrderIds]}::uuid[]) AND state IN ('planned', 'sending', 'disputed')
      RETURNING id, seller_order_id, state
    )
    SELECT l.id AS "lineId", o.correlation FROM ended e
    JOIN shipping_order_line l ON l.shipping_order_id = e.id
    JOIN seller_order o ON o.id = e.seller_order_id
    WHERE e.state = 'stopped'`,
  );
  const [first] = unsent;
  if (!first) return;
  const freed = await releaseReservations(
    tx,
    unsent.map(({ lineId }) => lineId),
  );
  await enqueueAll(tx, COMMANDS.recalculateArticle, {
    payloads: freed.map((gtin) => ({ gtin })),
    correlation: first.correlation,
  });
}
