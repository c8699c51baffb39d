import { isLoopGuarded, OrderCreated, readEventData, type Refusal } from '@hub/contract';
import type { Tx } from '@hub/database';
import { decideIntake, readIntakeFacts, type IntakeDecision } from '@hub/orders/intake';
import {
  decideOrder,
  DecisionDetail,
  decisionDetail,
  readPolicy,
  readRoutingFacts,
  usesLoad,
  whyElsewhere,
  type LineToRoute,
  type OrderToRoute,
  type RoutingDecision,
  type RoutingPolicy,
} from '@hub/orders/routing';
import { describeDecision } from './describe-decision';
import { readShops } from './explain-order';

export type TriedOrder =
  | { outcome: 'skipped' }
  | { outcome: 'refused'; refusal: Refusal }
  | Awaited<ReturnType<typeof tryAccepted>>;

interface OtherPolicies {
  policy?: RoutingPolicy | null | undefined;
  against?: RoutingPolicy | null | undefined;
}

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
 * @param given.policy decides too; null: none
 * @param given.against decides instead of the policy in force
 */
export async function tryOrder(
  tx: Tx,
  given: { shop: TriedShop; data: unknown; now: number } & OtherPolicies,
): Promise<TriedOrder> {
  const { shop, data, now, policy, against } = given;
  if (isLoopGuarded(data)) return { outcome: 'skipped' };
  const read = readEventData(OrderCreated, data);
  if (!read.ok) return { outcome: 'refused', refusal: read.refusal };
  const decision = decideIntake(await readIntakeFacts(tx, shop.id, read.data), read.data, now);
  if (decision.kind === 'refused') return { outcome: 'refused', refusal: decision.refusal };
  return tryAccepted(tx, { shop, order: read.data, intake: decision, now, policy, against });
}

async function tryAccepted(
  tx: Tx,
  given: {
    shop: TriedShop;
    order: OrderCreated;
    intake: Extract<IntakeDecision, { kind: 'accepted' }>;
    now: number;
  } & OtherPolicies,
) {
  const { shop, order, intake, policy, against } = given;
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
  const inForce = against ?? (await readPolicy(tx, given.now));
  const withLoads = [inForce, policy].some((one) => one && usesLoad(one.criteria));
  const { facts } = await readRoutingFacts(tx, toRoute, { lines, now: given.now, withLoads });
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
  const { decision, prices } = decideOrder(facts, amounts, inForce);
  const other = policy ? decideOrder(facts, amounts, policy).decision : null;
  const { slugOf } = await readShops(tx);
  const describe = (one: RoutingDecision) =>
    describeDecision(DecisionDetail.parse(decisionDetail(one, facts)), slugOf);
  const stored = await tx.sellerOrder.count({ where: { shopId: shop.id, orderId: order.order_id } });
  return {
    outcome: 'accepted' as const,
    order_id: order.order_id,
    already_stored: stored > 0,
    held_because: intake.heldBecause,
    decision: describe(decision),
    /** Under the other policy; null: none was named. */
    other: other && { decision: describe(other), differences: differencesOf(decision, other, slugOf) },
    money: Object.fromEntries(prices),
  };
}

/** The lines that go elsewhere under the other policy, and why. */
function differencesOf(
  { lines }: RoutingDecision,
  other: RoutingDecision,
  slugOf: (shopId: number) => string,
) {
  const before = new Map(lines.map((line) => [line.lineItemId, line.chosen]));
  return other.lines.flatMap(({ lineItemId, chosen: becomes, candidates }) => {
    const was = before.get(lineItemId) ?? null;
    const why = whyElsewhere({ becomes, candidates }, was, other.policy.criteria);
    if (why === null) return [];
    return {
      line_item_id: lineItemId,
      was: was && slugOf(was.shopId),
      would_be: becomes && slugOf(becomes.shopId),
      why,
    };
  });
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
