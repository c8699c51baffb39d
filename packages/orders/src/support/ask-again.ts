import { OrderLineState, rows, SellerOrderState, type Tx } from '@hub/database';
import { COMMANDS, enqueue, enqueueAll } from '@hub/messaging';
import { liftBlock } from '@hub/stock';
import { z } from 'zod';
import { lockSellerOrder } from '../records/lock-order';
import { readmitShop } from '../records/order-lines';
import { whyNotAskedAgain, type AskAgainRefusal } from './decide-ask-again';

const Row = z.object({
  orderState: z.enum(SellerOrderState),
  lineState: z.enum(OrderLineState),
  excluded: z.boolean(),
  correlation: z.string(),
});
const IdRow = z.object({ id: z.string() });

export type AskingAgain = { kind: 'done' } | { kind: 'refused'; why: AskAgainRefusal | 'unknown' };

/**
 * A shop that refused a waiting line, or could not ship it, may have it after all: it is a candidate again, what is
 * blocked there for this line is free, and routing decides at once. What is then placed has new references (D18). The
 * caller records who did it.
 */
export async function askAgain(
  tx: Tx,
  wish: { sellerOrderId: string; lineId: string; shopId: number },
): Promise<AskingAgain> {
  const { sellerOrderId, lineId, shopId } = wish;
  await lockSellerOrder(tx, sellerOrderId);
  const [line] = await rows(
    Row,
    tx.$queryRaw`
    SELECT o.state::text AS "orderState", l.state::text AS "lineState", ${shopId}::int = ANY (l.excluded_shops) AS excluded,
      o.correlation
    FROM order_line l JOIN seller_order o ON o.id = l.seller_order_id
    WHERE l.id = ${lineId}::uuid AND o.id = ${sellerOrderId}::uuid FOR UPDATE OF l`,
  );
  if (!line) return { kind: 'refused', why: 'unknown' };
  const why = whyNotAskedAgain(line);
  if (why !== null) return { kind: 'refused', why };
  await readmitShop(tx, { lineId, shopId });
  const { correlation } = line;
  await enqueue(tx, COMMANDS.routeOrder, { payload: { sellerOrderId }, correlation });
  await liftBlocksOfLines(tx, { lineIds: [lineId], shopId, correlation });
  return { kind: 'done' };
}

/** Stock blocked by a shop's refusal of lines is free again (D17). Locks variants: after all of the order. */
export async function liftBlocksOfLines(
  tx: Tx,
  of: { lineIds: readonly string[]; shopId: number; correlation: string },
): Promise<void> {
  const blocks = await rows(
    IdRow,
    tx.$queryRaw`
    SELECT r.id FROM reservation r JOIN shipping_order_line l ON l.id = r.shipping_order_line_id
    WHERE r.kind = 'block' AND r.remaining > 0 AND r.shop_id = ${of.shopId}
      AND l.order_line_id = ANY (${[...of.lineIds]}::uuid[])
    ORDER BY r.variant_id, r.id`,
  );
  const articles = new Set<string>();
  for (const { id } of blocks) for (const gtin of await liftBlock(tx, id)) articles.add(gtin);
  await enqueueAll(tx, COMMANDS.recalculateArticle, {
    payloads: [...articles].map((gtin) => ({ gtin })),
    correlation: of.correlation,
  });
}
