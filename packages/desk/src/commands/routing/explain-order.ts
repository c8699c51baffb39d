import type { Tx } from '@hub/database';
import { DecisionDetail } from '@hub/orders/routing';
import { formerDecisions } from '../../orders/former-decisions';
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

/** Names and countries of shops; a deleted one by its number. */
export async function readShops(tx: Tx): Promise<{
  slugOf: (shopId: number) => string;
  countryOf: (shopId: number) => string | null;
}> {
  const shops = await tx.shop.findMany({ select: { id: true, slug: true, country: true } });
  const byId = new Map(shops.map((shop) => [shop.id, shop]));
  return {
    slugOf: (shopId) => byId.get(shopId)?.slug ?? String(shopId),
    countryOf: (shopId) => byId.get(shopId)?.country ?? null,
  };
}

/** Why each line of an order goes to its shop (D19), as stored. */
export async function explainOrder(tx: Tx, sellerOrderId: string) {
  const { slugOf } = await readShops(tx);
  const order = await tx.sellerOrder.findUniqueOrThrow({
    where: { id: sellerOrderId },
    select: {
      id: true,
      orderId: true,
      shopId: true,
      state: true,
      heldReason: true,
      receivedAt: true,
      blankedAt: true,
      lines: { select: { state: true } },
    },
  });
  const decisions = await readDecisions(tx, sellerOrderId);
  const shippingOrders = await tx.shippingOrder.findMany({
    where: { sellerOrderId },
    select: { decisionId: true, createdAt: true },
  });
  return {
    shop: slugOf(order.shopId),
    order_id: order.orderId,
    decisions: decisions.map(({ id, decidedAt, detail }) => ({
      id,
      decided_at: time(decidedAt),
      ...describeDecision(detail, slugOf),
    })),
    /** Decisions whose reasons are no longer kept: the time of their first shipping order, or of the order (D30). */
    former_decisions: formerDecisions(order, decisions, shippingOrders).map(({ decidedAt }) => ({
      decided_at: time(decidedAt),
    })),
  };
}
