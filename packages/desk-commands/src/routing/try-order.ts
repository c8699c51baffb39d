import { isLoopGuarded, OrderCreated, readEventData, type Refusal } from '@hub/contract';
import type { Tx } from '@hub/database';
import {
  decideIntake,
  decideOrder,
  DecisionDetail,
  decisionDetail,
  readIntakeFacts,
  readPolicy,
  readRoutingFacts,
  type IntakeDecision,
  type LineToRoute,
  type OrderToRoute,
} from '@hub/orders';
import { describeDecision } from './describe-decision';
import { readSlugs } from './explain-order';

export type TriedOrder =
  | { outcome: 'skipped' }
  | { outcome: 'refused'; refusal: Refusal }
  | Awaited<ReturnType<typeof tryAccepted>>;

interface TriedShop {
  id: number;
  country: string;
}

/** `data` of an `order.created`, on its own or in its envelope. */
export function orderDataOf(file: unknown): unknown {
  return typeof file === 'object' && file !== null && 'event' in file && 'data' in file ? file.data : file;
}

/**
 * What would happen to an order that a shop sent now: accepted or not, a shop for each network line, and the money.
 * Only reads: nothing is stored, reserved or sent.
 * @param given.now milliseconds since the epoch
 */
export async function tryOrder(
  tx: Tx,
  given: { shop: TriedShop; data: unknown; now: number },
): Promise<TriedOrder> {
  const { shop, data, now } = given;
  if (isLoopGuarded(data)) return { outcome: 'skipped' };
  const read = readEventData(OrderCreated, data);
  if (!read.ok) return { outcome: 'refused', refusal: read.refusal };
  const decision = decideIntake(await readIntakeFacts(tx, shop.id, read.data), read.data, now);
  if (decision.kind === 'refused') return { outcome: 'refused', refusal: decision.refusal };
  return tryAccepted(tx, { shop, order: read.data, intake: decision, now });
}

async function tryAccepted(
  tx: Tx,
  given: {
    shop: TriedShop;
    order: OrderCreated;
    intake: Extract<IntakeDecision, { kind: 'accepted' }>;
    now: number;
  },
) {
  const { shop, order, intake } = given;
  const { latitude, longitude, country_code: country } = order.shipping_address;
  const toRoute: OrderToRoute = {
    id: null,
    shopId: shop.id,
    shopCountry: shop.country,
    placedAt: order.created_at,
    currency: order.currency,
    mode: intake.mode,
    country,
    coordinates: latitude === undefined || longitude === undefined ? null : { latitude, longitude },
  };
  const lines = await linesToRoute(tx, given);
  const { facts } = await readRoutingFacts(tx, toRoute, { lines, now: given.now });
  const amounts = {
    currency: order.currency,
    totalDiscounts: order.total_discounts,
    shippingCost: order.shipping_cost,
    lines: order.line_items.map((line) => ({
      lineItemId: line.line_item_id,
      quantity: line.quantity,
      unitPrice: line.unit_price,
    })),
  };
  const { decision, prices } = decideOrder(facts, amounts, await readPolicy(tx, given.now));
  const stored = await tx.sellerOrder.count({ where: { shopId: shop.id, orderId: order.order_id } });
  return {
    outcome: 'accepted' as const,
    order_id: order.order_id,
    already_stored: stored > 0,
    held_because: intake.heldBecause,
    decision: describeDecision(DecisionDetail.parse(decisionDetail(decision, facts)), await readSlugs(tx)),
    money: Object.fromEntries(prices),
  };
}

/** The order's lines as routing would read them once stored. */
async function linesToRoute(
  tx: Tx,
  given: { shop: TriedShop; order: OrderCreated; intake: { networkLines: ReadonlySet<number> } },
): Promise<LineToRoute[]> {
  const { shop, order, intake } = given;
  const variants = await tx.variant.findMany({
    where: { shopId: shop.id, variantId: { in: order.line_items.map((line) => line.variant_id) } },
    select: { variantId: true, gtin: true },
  });
  const gtins = new Map(variants.map(({ variantId, gtin }) => [variantId, gtin]));
  return order.line_items.map((line, position) => ({
    id: line.line_item_id,
    lineItemId: line.line_item_id,
    quantity: line.quantity,
    waiting: intake.networkLines.has(position),
    excludedShops: [],
    gtin: gtins.get(line.variant_id) ?? null,
  }));
}
