import { ReturnState, rows, type Tx } from '@hub/database';
import { lockSellerOrder } from '@hub/orders/records';
import { readShippingReturnFacts, type LockedShippingReturnFacts } from '@hub/orders/returns';
import { z } from 'zod';
import type { SellingReturnFacts } from './decide-selling-return';

const ReturnRow = z.object({
  id: z.string(),
  reference: z.string().nullable(),
  state: z.enum(ReturnState),
  outcomeUnknown: z.boolean(),
  lineIds: z.array(z.string()),
});

/** A shipping order, read under the lock of its seller order. */
export async function lockShippingReturnFacts(
  tx: Tx,
  order: { shippingOrderId: string; sellerOrderId: string },
): Promise<LockedShippingReturnFacts & { sellingShopId: number }> {
  const locked = await lockSellerOrder(tx, order.sellerOrderId);
  if (!locked) throw new Error('a seller order vanished');
  return { sellingShopId: locked.shopId, ...(await readShippingReturnFacts(tx, order.shippingOrderId)) };
}

const SoldLineRow = z.object({
  references: z.array(z.string()),
  /** Ids of the returns that shipping shops reported of it. */
  returnIds: z.array(z.string()),
  lineItemId: z.string(),
  quantity: z.int(),
  id: z.string(),
  reportedBefore: z.boolean(),
});
type SoldLineRow = z.output<typeof SoldLineRow>;

/**
 * A seller order, read under its lock and those of its returns: none of them is claimed for a call, or ends one, before
 * this is decided.
 */
export async function lockSellingReturnFacts(tx: Tx, sellerOrderId: string): Promise<SellingReturnFacts> {
  await lockSellerOrder(tx, sellerOrderId);
  const returns = await rows(
    ReturnRow,
    tx.$queryRaw`
    SELECT r.id, r.reference, r.state::text AS state, r.outcome_unknown AS "outcomeUnknown",
      ARRAY(SELECT l.order_line_id::text FROM return_line l WHERE l.return_id = r.id) AS "lineIds"
    FROM "return" r WHERE r.seller_order_id = ${sellerOrderId}::uuid ORDER BY r.id FOR UPDATE`,
  );
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
  return rows(
    SoldLineRow,
    tx.$queryRaw`
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
    FROM order_line o WHERE o.seller_order_id = ${sellerOrderId}::uuid`,
  );
}
