import { randomUUID } from 'node:crypto';
import type { Tx } from '@hub/database';
import {
  decisionDetail,
  variantKeyText,
  type LineDecision,
  type RoutingDecision,
  type RoutingFacts,
} from '@hub/orders';
import type { VariantKey } from '@hub/stock';
import type { BuiltShippingOrder } from './build-shipping-order';
import type { LockedOrder } from './order-records';
import type { PlannedPlacement } from './plan-placements';

/** What a shop's `POST /orders` says of its variant beside the id. */
export interface ShippedVariant {
  barcode: string | null;
  sku: string | null;
}

export async function readShippedVariants(
  tx: Tx,
  keys: readonly VariantKey[],
): Promise<Map<string, ShippedVariant>> {
  const rows = await tx.$queryRaw<(VariantKey & ShippedVariant)[]>`
    SELECT v.shop_id AS "shopId", v.variant_id AS "variantId", v.barcode, v.sku FROM variant v
    WHERE (v.shop_id, v.variant_id) IN (
      SELECT * FROM unnest(${keys.map((key) => key.shopId)}::int[], ${keys.map((key) => key.variantId)}::text[])
    )`;
  return new Map(rows.map((row) => [variantKeyText(row), { barcode: row.barcode, sku: row.sku }]));
}

/** Stores why each line goes where it goes (D19), before anything is sent. @returns the decision's id */
export async function insertDecision(
  tx: Tx,
  decided: { sellerOrderId: string; decision: RoutingDecision; facts: RoutingFacts },
): Promise<string> {
  const { sellerOrderId, decision, facts } = decided;
  const id = randomUUID();
  await tx.routingDecision.create({
    select: { id: true },
    data: {
      id,
      sellerOrderId,
      policyVersion: decision.policy.version,
      detail: decisionDetail(decision, facts),
    },
  });
  return id;
}

/**
 * Stores a placement with its payload, frozen from here on (D18). In a dry run it is never sent.
 * @param placed.firstLookAt when a pass looks for it, should the command to place it be lost
 */
export async function insertShippingOrder(
  tx: Tx,
  placed: {
    order: LockedOrder;
    decisionId: string;
    placement: PlannedPlacement;
    built: BuiltShippingOrder;
    variants: ReadonlyMap<string, ShippedVariant>;
    firstLookAt: Date;
  },
): Promise<void> {
  const { order, decisionId, placement, built, variants, firstLookAt } = placed;
  const { shippingOrderId, shop } = placement;
  const live = order.mode === 'live';
  await tx.shippingOrder.create({
    select: { id: true },
    data: {
      id: shippingOrderId,
      sellerOrderId: order.id,
      decisionId,
      shopId: shop.id,
      externalRef: built.externalRef,
      state: live ? 'planned' : 'dry_run',
      payload: built.payload,
      relayEmail: built.relayEmail,
      nextAttemptAt: live ? firstLookAt : null,
    },
  });
  await tx.shippingOrderLine.createMany({
    data: placement.lines.map(({ shippingOrderLineId, line, variantId, calculation }, index) => ({
      id: shippingOrderLineId,
      shippingOrderId,
      orderLineId: line.id,
      position: line.position,
      externalRef: built.lineRefs[index] ?? '',
      variantId,
      ...variants.get(variantKeyText({ shopId: shop.id, variantId })),
      quantity: line.quantity,
      unitPrice: calculation.unitPrice,
      calculation: { ...calculation, shipping: { ...calculation.shipping } },
    })),
  });
}

/** Lines that found a shop are allocated; the others say why they wait, and for which article. */
export async function updateLines(
  tx: Tx,
  order: { sellerOrderId: string; placements: number; lines: readonly LineDecision[] },
): Promise<void> {
  const { sellerOrderId, placements, lines } = order;
  await tx.$executeRaw`
    UPDATE order_line l
    SET state = CASE WHEN d.reason IS NULL THEN 'allocated'::order_line_state ELSE l.state END,
      waiting_reason = d.reason, gtin = CASE WHEN d.reason IS NULL THEN NULL ELSE d.gtin END
    FROM unnest(${lines.map((line) => line.orderLineId)}::uuid[], ${lines.map((line) => line.waitsFor)}::text[],
      ${lines.map((line) => line.gtin)}::text[]) AS d (id, reason, gtin)
    WHERE l.id = d.id`;
  if (placements === 0) return;
  await tx.$executeRaw`
    UPDATE seller_order SET placements = placements + ${placements} WHERE id = ${sellerOrderId}::uuid`;
}
