import type { Tx } from '@hub/database';
import { COMMANDS, enqueueAll } from '@hub/messaging';
import { allocateLines, insertDecision } from '@hub/orders/records';
import {
  UNKNOWN_VARIANT,
  variantKeyText,
  type DecidedOn,
  type LineDecision,
  type LockedOrder,
  type RoutingDecision,
  type StoredLine,
} from '@hub/orders/routing';
import type { Logger } from '@hub/runtime';
import { maskShippingOrder } from '@hub/contract';
import { reserve, reserveWhatIsFree } from '@hub/stock';
import type { WakesWrites } from '@hub/store-writes';
import { DecisionOutdated } from './decision-outdated';
import { buildShippingOrder, type BuiltShippingOrder } from './build-shipping-order';
import { readShippedVariants, storePlacement } from './placement-records';
import type { PlannedPlacement } from './plan-placements';
import type { References } from './references';
import { raiseOrderAlerts } from './raise-order-alerts';

export interface RoutingJob {
  sellerOrderId: string;
  references: References;
  logger: Logger;
  /** Milliseconds since the epoch. */
  now: number;
  /** Sends what is stored as due, right after the commit. */
  placing: WakesWrites;
  /** The article (GTIN-14) whose waiting lines are being served: nothing more of it is published until all are (D16). */
  servedArticle?: string;
}

/** An order, and the decision about its waiting lines. */
export interface DecidedRouting {
  order: LockedOrder;
  lines: readonly StoredLine[];
  facts: DecidedOn;
  decision: RoutingDecision;
  placements: readonly PlannedPlacement[];
  /** Their shop has shown that it has them: its stock is already theirs, however much of it is free. */
  isShown: boolean;
}

/**
 * Stores a decision with its placements, notifies support of waiting lines, and has the placements sent. Stock is
 * locked last, so only briefly. Throws `DecisionOutdated` if a chosen variant no longer gives what it was chosen
 * for.
 */
export async function saveRouting(tx: Tx, decided: DecidedRouting, job: RoutingJob): Promise<void> {
  const { order, lines, facts, decision, placements } = decided;
  const stored = new Map(lines.map((line) => [line.id, line]));
  const judged = decision.lines.flatMap((line) => {
    const of = stored.get(line.orderLineId);
    return of ? [{ decision: line, line: of }] : [];
  });
  // A run that finds everything unchanged leaves no trace.
  const changed = judged.filter((one) => !waitsAsBefore(one.decision, one.line));
  if (changed.length === 0) return;

  const decisionId = await insertDecision(tx, { sellerOrderId: order.id, decision, facts });
  const last = placements.at(-1)?.number ?? order.placements;
  // One that a shop has shown may have a number below the known ones.
  const taken = Math.max(0, last - order.placements);
  await allocateLines(tx, { sellerOrderId: order.id, placements: taken, lines: decision.lines });
  await raiseOrderAlerts(tx, { order, isShown: decided.isShown }, judged);
  await insertPlacements(tx, { ...decided, decisionId }, job);
  // Stock may have come during the decision: its calculation saw no waiting line.
  const waiting = changed.flatMap(({ decision: { waitsFor, gtin } }) =>
    waitsFor === null ? [] : (gtin ?? []),
  );
  await recalculate(
    tx,
    [...new Set(waiting)].map((gtin) => ({ gtin })),
    { ...job, correlation: order.correlation },
  );
  if (order.mode === 'live') await reserveAndSend(tx, decided, job);
}

/** A line waits for its variant's current article: a variant that was relinked takes its lines along. */
function waitsAsBefore({ waitsFor, gtin }: LineDecision, line: StoredLine): boolean {
  return waitsFor !== null && waitsFor === line.waitingReason && gtin === line.waitsForArticle;
}

/** Requests the calculation of articles; `fallen`: the only change is that so many fewer pieces are free. */
async function recalculate(
  tx: Tx,
  articles: readonly { gtin: string; fallen?: number }[],
  { servedArticle, correlation }: Pick<RoutingJob, 'servedArticle'> & { correlation: string },
): Promise<void> {
  await enqueueAll(tx, COMMANDS.recalculateArticle, {
    payloads: articles.map(({ gtin, fallen }) =>
      gtin === servedArticle ? { gtin, offered: [] } : { gtin, fallen },
    ),
    correlation,
  });
}

async function insertPlacements(
  tx: Tx,
  decided: DecidedRouting & { decisionId: string },
  job: RoutingJob,
): Promise<void> {
  const { order, placements } = decided;
  const variants = await readShippedVariants(
    tx,
    placements.flatMap(({ shop, lines }) => lines.map(({ variantId }) => ({ shopId: shop.id, variantId }))),
  );
  const dueAt = new Date(job.now);
  for (const placement of placements) {
    const built = build(order, placement, { references: job.references, variants });
    await storePlacement(tx, { ...decided, placement, built, variants, dueAt });
    if (order.mode === 'dry_run') {
      const { sellerOrderId, logger } = job;
      logger.info('dry run: shipping order built, not sent', {
        sellerOrderId,
        shippingShop: placement.shop.slug,
        shippingOrder: maskShippingOrder(built.payload),
      });
    }
  }
}

function build(
  order: LockedOrder,
  { shop, number, lines }: PlannedPlacement,
  given: { references: References; variants: Awaited<ReturnType<typeof readShippedVariants>> },
): BuiltShippingOrder {
  const parts = {
    sellingShop: order.shopSlug,
    shippingShop: shop.slug,
    optionalFields: new Set(shop.optionalFields),
    order: { ...order, shipTo: order.shipTo ?? {} },
    placementNumber: number,
    lines: lines.map(({ line, variantId, calculation }) => ({
      position: line.position,
      quantity: line.quantity,
      title: line.title,
      variantId: variantId === UNKNOWN_VARIANT ? null : variantId,
      barcode: variantId === UNKNOWN_VARIANT ? line.barcode : null,
      sku: null,
      ...given.variants.get(variantKeyText({ shopId: shop.id, variantId })),
      unitPrice: calculation.unitPrice,
    })),
  };
  return buildShippingOrder(parts, given.references);
}

async function reserveAndSend(
  tx: Tx,
  { order: { correlation }, placements, isShown }: Pick<DecidedRouting, 'order' | 'placements' | 'isShown'>,
  { placing, servedArticle }: RoutingJob,
): Promise<void> {
  if (placements.length === 0) return;
  for (const { shop } of placements) placing.wakeAfter(tx, shop.id);
  const requests = placements.flatMap(({ shop, lines }) =>
    lines.map(({ shippingOrderLineId, variantId, line }) => ({
      shopId: shop.id,
      variantId,
      gtin: line.gtin,
      shippingOrderLineId,
      quantity: line.quantity,
    })),
  );
  const reserved = isShown ? await reserveWhatIsFree(tx, requests) : await reserve(tx, requests);
  if (!reserved.reserved) throw new DecisionOutdated();
  await recalculate(tx, reserved.articles, {
    ...(servedArticle === undefined ? {} : { servedArticle }),
    correlation,
  });
}
