import type { ReturnState, Tx } from '@hub/database';
import type { SellingReturnFacts, SoldLineFacts } from './decide-selling-return';
import type { ReturnDoubt, ShippedLineFacts, ShippingReturnFacts } from './decide-shipping-return';

interface ShippedLineRow extends Omit<ShippedLineFacts, 'doubt'> {
  reported: boolean;
  stopped: boolean;
  returnedElsewhere: boolean;
}

/** Locks the seller order: shipment, cancellation, routing and returns of one order follow one another. */
async function lockSellerOrder(tx: Tx, id: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM seller_order WHERE id = ${id}::uuid FOR UPDATE`;
}

/** A shipping order as it stands under the lock of its seller order. */
export interface LockedShippingReturnFacts extends ShippingReturnFacts {
  /** Its id at the store is missing, and nothing of it has ended: the return supplies it (D11). */
  settles: boolean;
}

export async function lockShippingReturnFacts(
  tx: Tx,
  order: { shippingOrderId: string; sellerOrderId: string },
): Promise<LockedShippingReturnFacts> {
  const { shippingOrderId, sellerOrderId } = order;
  await lockSellerOrder(tx, sellerOrderId);
  const { externalRef, storeOrderId, state } = await tx.shippingOrder.findUniqueOrThrow({
    where: { id: shippingOrderId },
    select: { externalRef: true, storeOrderId: true, state: true },
  });
  const wentElsewhere = state === 'refused' && (await hasLostLines(tx, shippingOrderId));
  const rows = await readShippedLines(tx, shippingOrderId);
  const lines = rows.map(({ reported, stopped, returnedElsewhere, ...line }) => ({
    ...line,
    doubt: doubtOf({ reported, stopped: stopped || wentElsewhere, returnedElsewhere }),
  }));
  const settles = storeOrderId === null && state !== 'stopped' && !wentElsewhere;
  return { reference: externalRef, lines, settles };
}

async function readShippedLines(tx: Tx, shippingOrderId: string): Promise<ShippedLineRow[]> {
  return tx.$queryRaw<ShippedLineRow[]>`
    SELECT l.id, l.order_line_id AS "orderLineId", l.external_ref AS reference, l.quantity,
      coalesce(b.here, false) AS "returnedBefore",
      coalesce(b.elsewhere, false) AS "returnedElsewhere",
      coalesce(b.reported, false) AS reported,
      s.state = 'stopped' OR o.state = 'stopped' OR coalesce(t.state <> 'already_shipped', false) AS stopped
    FROM shipping_order s
    JOIN shipping_order_line l ON l.shipping_order_id = s.id
    JOIN order_line o ON o.id = l.order_line_id
    LEFT JOIN shipping_order_stop t ON t.shipping_order_id = s.id
    LEFT JOIN LATERAL (
      SELECT bool_or(r.side = 'selling') AS reported,
        bool_or(rl.shipping_order_line_id = l.id) AS here,
        bool_or(rl.shipping_order_line_id <> l.id) AS elsewhere
      FROM return_line rl JOIN "return" r ON r.id = rl.return_id
      WHERE rl.order_line_id = o.id
    ) b ON true
    WHERE s.id = ${shippingOrderId}::uuid`;
}

/** A line of it was stopped, closed, or given to a later shipping order. */
async function hasLostLines(tx: Tx, shippingOrderId: string): Promise<boolean> {
  const lost = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM shipping_order s
    JOIN shipping_order_line l ON l.shipping_order_id = s.id
    JOIN order_line o ON o.id = l.order_line_id
    JOIN shipping_order_line other ON other.order_line_id = o.id
    JOIN shipping_order later ON later.id = other.shipping_order_id
    WHERE s.id = ${shippingOrderId}::uuid AND (o.state <> 'allocated' OR later.created_at > s.created_at)
    LIMIT 1`;
  return lost.length > 0;
}

function doubtOf(
  line: Pick<ShippedLineRow, 'reported' | 'stopped' | 'returnedElsewhere'>,
): ReturnDoubt | null {
  if (line.reported) return 'reported_by_selling_shop';
  if (line.stopped) return 'stopped';
  return line.returnedElsewhere ? 'returned_by_another_shop' : null;
}

interface SoldLineRow extends Omit<SoldLineFacts, 'references' | 'ours'> {
  references: string[];
  /** Ids of the returns that shipping shops reported of it. */
  returnIds: string[];
}

/**
 * A seller order as it stands under its lock, and under those of its returns: none of them is taken for a call, or
 * ends one, before this is decided.
 */
export async function lockSellingReturnFacts(tx: Tx, sellerOrderId: string): Promise<SellingReturnFacts> {
  await lockSellerOrder(tx, sellerOrderId);
  const returns = await tx.$queryRaw<{ id: string; reference: string | null; state: ReturnState }[]>`
    SELECT id, reference, state::text AS state FROM "return"
    WHERE seller_order_id = ${sellerOrderId}::uuid ORDER BY id FOR UPDATE`;
  const shippingOrders = await tx.shippingOrder.findMany({
    where: { sellerOrderId },
    select: { externalRef: true },
  });
  const lines = await readSoldLines(tx, sellerOrderId);
  const returnOf = new Map(returns.map((one) => [one.id, one]));
  return {
    references: new Set([
      ...shippingOrders.map(({ externalRef }) => externalRef),
      ...returns.flatMap(({ reference }) => reference ?? []),
    ]),
    lines: lines.map(({ references, returnIds, ...line }) => ({
      ...line,
      references: new Set(references),
      ours: returnIds.flatMap((id) => returnOf.get(id) ?? []),
    })),
  };
}

async function readSoldLines(tx: Tx, sellerOrderId: string): Promise<SoldLineRow[]> {
  return tx.$queryRaw<SoldLineRow[]>`
    SELECT o.id, o.line_item_id AS "lineItemId", o.quantity,
      ARRAY(SELECT l.external_ref FROM shipping_order_line l WHERE l.order_line_id = o.id) AS "references",
      EXISTS (
        SELECT FROM return_line rl JOIN "return" r ON r.id = rl.return_id
        WHERE rl.order_line_id = o.id AND r.side = 'selling'
      ) AS "reportedBefore",
      ARRAY(
        SELECT r.id::text FROM return_line rl JOIN "return" r ON r.id = rl.return_id
        WHERE rl.order_line_id = o.id AND r.side = 'shipping'
      ) AS "returnIds"
    FROM order_line o WHERE o.seller_order_id = ${sellerOrderId}::uuid`;
}
