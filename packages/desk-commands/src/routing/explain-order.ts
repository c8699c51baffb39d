import type { Tx } from '@hub/database';
import { DecisionDetail } from '@hub/orders';
import { time } from '../fields';
import { describeDecision } from './describe-decision';

/** A stored decision, unchanged. */
export interface StoredDecision {
  id: string;
  decidedAt: Date;
  detail: DecisionDetail;
}

/** The decisions of an order, oldest first. */
export async function readDecisions(tx: Tx, sellerOrderId: string): Promise<StoredDecision[]> {
  const rows = await tx.routingDecision.findMany({
    where: { sellerOrderId },
    orderBy: { number: 'asc' },
    select: { id: true, decidedAt: true, detail: true },
  });
  return rows.map(({ detail, ...row }) => ({ ...row, detail: DecisionDetail.parse(detail) }));
}

/** Names of shops; a deleted one by its number. */
export async function readSlugs(tx: Tx): Promise<(shopId: number) => string> {
  const shops = await tx.shop.findMany({ select: { id: true, slug: true } });
  const slugs = new Map(shops.map(({ id, slug }) => [id, slug]));
  return (shopId) => slugs.get(shopId) ?? String(shopId);
}

/** Why each line of an order goes to its shop (D19), as stored. */
export async function explainOrder(tx: Tx, sellerOrderId: string) {
  const slugOf = await readSlugs(tx);
  const order = await tx.sellerOrder.findUniqueOrThrow({
    where: { id: sellerOrderId },
    select: { orderId: true, shopId: true },
  });
  const decisions = await readDecisions(tx, sellerOrderId);
  return {
    shop: slugOf(order.shopId),
    order_id: order.orderId,
    decisions: decisions.map(({ id, decidedAt, detail }) => ({
      id,
      decided_at: time(decidedAt),
      ...describeDecision(detail, slugOf),
    })),
  };
}
