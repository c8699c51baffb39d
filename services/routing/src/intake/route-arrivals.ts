import { randomUUID } from 'node:crypto';
import type { Sql } from '@hub/database';
import {
  lockChosen,
  type ChosenVariant,
  type BatchFacts,
  type SavedArrival,
  type SavedRouting,
} from '@hub/orders/arrivals';
import {
  decideOrder,
  decisionDetail,
  variantKeyText,
  type RoutingDecision,
  type RoutingFacts,
  type RoutingPolicy,
  type SheetDecidedOn,
  type ShippingShops,
  type StoredLine,
} from '@hub/orders/routing';
import type { Logger } from '@hub/runtime';
import type { Slot } from '@hub/store-writes';
import type { ClaimedPlacing } from '../placing/placing-write';
import { buildShippingOrder } from '../routing/build-shipping-order';
import { planPlacements, type PlannedPlacement } from '../routing/plan-placements';
import type { References } from '../routing/references';
import { isLimited } from '../routing/keep-daily-numbers';
import { confirmDailyNumbers } from './confirm-daily-numbers';
import { confirmStock } from './confirm-stock';
import type { AcceptedArrival } from './judge-arrivals';

interface Routed {
  arrival: AcceptedArrival;
  facts: RoutingFacts;
  shops: ShippingShops;
  /** Of every shop that could have been chosen. */
  sheets: readonly SheetDecidedOn[];
  decision: RoutingDecision;
  placements: PlannedPlacement[];
}

export interface RoutedArrivals {
  orders: SavedArrival[];
  /** Chosen variants, locked. */
  locked: readonly ChosenVariant[];
  /** All that the orders with a shop were decided on. */
  sheets: readonly SheetDecidedOn[];
}

/**
 * Routes orders that arrived together, one after the other on the stock the previous ones leave (D19), and locks what
 * they chose. An order without a shop and a price for every line, one whose stock or whose place in a shop's day others
 * took meanwhile, or one that fails, is left to `order.route`, which records why lines wait and notifies support.
 */
export async function routeArrivals(
  tx: Sql,
  accepted: readonly AcceptedArrival[],
  given: {
    facts: BatchFacts;
    policy: RoutingPolicy;
    gtinOf: GtinOf;
    references: References;
    slotFor: SlotFor;
    logger: Logger;
  },
): Promise<RoutedArrivals> {
  const { logger } = given;
  const routed = accepted.flatMap((arrival) => {
    if (!isRoutedAtOnce(arrival)) return [];
    return attempt(logger, arrival, () => decide(arrival, given)) ?? [];
  });
  const chosen = chosenBy(routed);
  const locked = chosen.length === 0 ? [] : await lockChosen(tx, chosen);
  const variants = new Map(locked.map((variant) => [variantKeyText(variant), variant]));
  const confirmed = new Map(
    (await confirmDailyNumbers(tx, confirmStock(routed, locked))).flatMap((one) => {
      const routing = attempt(logger, one.arrival, () => savedRouting(one, variants, given));
      return routing ? [[one.arrival.id, { routing, sheets: one.sheets }] as const] : [];
    }),
  );
  return {
    orders: accepted.map((arrival) => saved(arrival, confirmed.get(arrival.id)?.routing ?? null)),
    locked,
    sheets: [...confirmed.values()].flatMap(({ sheets }) => sheets),
  };
}

/** A slot in which this process calls a shop after the commit; null: none is free. */
export type SlotFor = (shopId: number) => Slot<ClaimedPlacing> | null;

/** The article that a variant of a selling shop is linked to. */
export type GtinOf = (variant: { shopId: number; variantId: string }) => string | null;

/** A dry run is logged, a held order waits, what a shop may have is looked up: `order.route` does all that. */
function isRoutedAtOnce({ intake, mayBePlaced }: AcceptedArrival): boolean {
  if (mayBePlaced) return false;
  return intake.mode === 'live' && intake.heldBecause === null && intake.networkLines.size > 0;
}

/** An order that fails does not affect the others. */
function attempt<T>(logger: Logger, { id, correlation }: AcceptedArrival, work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    logger.warn('order left out of its batch, routed on its own', { sellerOrderId: id, correlation, error });
    return null;
  }
}

function decide(
  arrival: AcceptedArrival,
  { facts: batchFacts, policy, gtinOf }: { facts: BatchFacts; policy: RoutingPolicy; gtinOf: GtinOf },
): Routed | null {
  const { shopId, order, seller, intake } = arrival;
  const { latitude, longitude, country_code: country } = order.shipping_address;
  const lines = storedLines(arrival, gtinOf);
  const { facts, shops, sheets } = batchFacts.of(
    {
      shopId,
      shopCountry: seller.country,
      placedAt: order.created_at,
      currency: order.currency,
      mode: intake.mode,
      country,
      coordinates: latitude === undefined || longitude === undefined ? null : { latitude, longitude },
    },
    lines,
  );
  const amounts = {
    currency: order.currency,
    totalDiscounts: order.total_discounts,
    shippingCost: order.shipping_cost,
    lines,
  };
  const { decision, prices } = decideOrder(facts, amounts, policy);
  if (decision.lines.some(({ chosen }) => chosen === null)) return null;
  batchFacts.take(decision.lines);
  const placements = planPlacements({ decision, prices, lines, shops, placements: 0 });
  return { arrival, facts, shops, sheets, decision, placements };
}

function storedLines({ shopId, order, lines }: AcceptedArrival, gtinOf: GtinOf): StoredLine[] {
  return order.line_items.map((item, index) => ({
    id: lines[index]?.id ?? '',
    position: index + 1,
    lineItemId: item.line_item_id,
    quantity: item.quantity,
    unitPrice: item.unit_price,
    title: item.title ?? null,
    waiting: lines[index]?.state === 'waiting',
    waitingReason: null,
    waitsForArticle: null,
    excludedShops: [],
    gtin: gtinOf({ shopId, variantId: item.variant_id }),
    barcode: item.barcode ?? null,
  }));
}

function chosenBy(routed: readonly Routed[]) {
  return routed.flatMap(({ decision, shops }) =>
    decision.lines.flatMap(({ chosen, gtin, quantity: pieces }) => {
      if (!chosen || gtin === null) return [];
      return { ...chosen, gtin, pieces, limited: isLimited(shops.get(chosen.shopId)) };
    }),
  );
}

function savedRouting(
  { arrival, facts, decision, placements }: Routed,
  variants: ReadonlyMap<string, ChosenVariant>,
  { references, slotFor }: { references: References; slotFor: SlotFor },
): SavedRouting {
  const built = placements.map((placement) => savedPlacement(arrival, placement, { variants, references }));
  return {
    decisionId: randomUUID(),
    policyVersion: decision.policy.version,
    detail: decisionDetail(decision, facts),
    placements: built.map((placement) => ({ ...placement, claim: claimed(arrival, placement, slotFor) })),
  };
}

/** Its call begins after the commit, where a slot is free; else it is planned. */
function claimed(arrival: AcceptedArrival, placement: BuiltPlacement, slotFor: SlotFor) {
  const { id: sellerOrderId, correlation, decidedAt: at } = arrival;
  const { shippingOrderId, payload } = placement;
  const shopId = placement.shop.id;
  const slot = slotFor(shopId);
  if (!slot) return null;
  const { leaseUntil } = slot;
  const nothingYet = {
    known: 'nothing_done',
    passes: 0,
    callAttempts: 0,
    lastAttemptAt: null,
    failedBefore: false,
  } as const;
  const times = { decidedAt: new Date(at), claimedAt: at, leaseUntil };
  const claim = { shippingOrderId, sellerOrderId, shopId, payload, ...nothingYet, ...times };
  slot.handOver({ shopId, failing: false, claim, correlation, dueAt: new Date(at) });
  return { at, leaseUntil };
}

type BuiltPlacement = Omit<SavedRouting['placements'][number], 'claim'>;

function savedPlacement(
  { order, seller }: AcceptedArrival,
  { shippingOrderId, shop, number, lines }: PlannedPlacement,
  { variants, references }: { variants: ReadonlyMap<string, ChosenVariant>; references: References },
): BuiltPlacement {
  const shipped = lines.map((planned) => {
    const { barcode = null, sku = null } =
      variants.get(variantKeyText({ shopId: shop.id, variantId: planned.variantId })) ?? {};
    return { ...planned, barcode, sku };
  });
  const parts = {
    sellingShop: seller.slug,
    shippingShop: shop.slug,
    optionalFields: new Set(shop.optionalFields),
    order: {
      orderId: order.order_id,
      orderNumber: order.order_number ?? null,
      name: order.name ?? null,
      currency: order.currency,
      shipTo: { ...order.shipping_address },
      shippingMethod: order.shipping_method ? { ...order.shipping_method } : null,
    },
    placementNumber: number,
    lines: shipped.map(({ line, variantId, barcode, sku, calculation }) => ({
      position: line.position,
      quantity: line.quantity,
      title: line.title,
      variantId,
      barcode,
      sku,
      unitPrice: calculation.unitPrice,
    })),
  };
  const { externalRef, relayEmail, lineRefs, payload } = buildShippingOrder(parts, references);
  return {
    shippingOrderId,
    shop,
    externalRef,
    relayEmail,
    payload,
    lines: shipped.map(({ shippingOrderLineId, line, variantId, barcode, sku, calculation }, index) => ({
      shippingOrderLineId,
      orderLineId: line.id,
      position: line.position,
      externalRef: lineRefs[index] ?? '',
      variantId,
      barcode,
      sku,
      quantity: line.quantity,
      calculation,
    })),
  };
}

function saved(
  { seller: _, decidedAt: __, ...arrival }: AcceptedArrival,
  routing: SavedRouting | null,
): SavedArrival {
  const lines = arrival.lines.map((line) =>
    routing && line.state === 'waiting' ? { ...line, state: 'allocated' as const } : line,
  );
  return { ...arrival, lines, routing };
}
