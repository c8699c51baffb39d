import { keepShopSheets, type Tx } from '@hub/database';
import { COMMANDS, enqueue, type CallingContext, type Phrase } from '@hub/messaging';
import {
  areInForce,
  decideWaitingLines,
  findForgotten,
  lockWaitingLines,
  readRoutingFacts,
  type LinesToRoute,
  type LockedOrder,
  type PlacementAtShop,
  type RoutingDecision,
  type RoutingFacts,
  type SheetDecidedOn,
} from '@hub/orders';
import { lockVariants } from '@hub/stock';
import { planPlacements } from './plan-placements';
import type { References } from './references';
import { saveRouting, DecisionOutdated, type RoutingJob } from './save-routing';

export type RoutingOutcome =
  { kind: 'ignored'; reason: Phrase } | { kind: 'routed'; chosen: number; waiting: number };

/** How often a decision is made on stock as read, locking only what it chose. */
const OPTIMISTIC_TRIES = 2;
const TRIES = 6;

/**
 * Routes the waiting lines of an order (D19): decides, reserves, prices and stores in one transaction, so that nothing
 * is promised twice and everything is known before anything is sent. Stock is locked in a fixed order and last: only
 * the chosen variants, or, where others kept taking them first, every candidate before the decision.
 */
export async function routeOrder(context: CallingContext, job: RoutingJob): Promise<RoutingOutcome> {
  for (let tries = 1; ; tries += 1) {
    const lockFirst = tries > OPTIMISTIC_TRIES;
    try {
      return await context.transact((tx) => routeOnce(tx, job, lockFirst));
    } catch (error) {
      if (!(error instanceof DecisionOutdated) || tries === TRIES) throw error;
    }
  }
}

async function routeOnce(tx: Tx, job: RoutingJob, lockFirst: boolean): Promise<RoutingOutcome> {
  const waiting = await lockWaitingLines(tx, job.sellerOrderId);
  if (waiting.kind === 'ignored') return waiting;
  const { order, lines } = waiting;
  if (lockFirst) await lockCandidates(tx, order, (await readRoutingFacts(tx, order, lines)).facts);
  const shown = await findShown(tx, waiting, job.references);
  if (waiting.kind === 'held' && !shown) return { kind: 'ignored', reason: 'the order is held' };
  const given = shown ? { now: job.now, shown } : { now: job.now };
  const { facts, shops, sheets, decision, prices } = await decideWaitingLines(tx, waiting, given);
  await keepSheets(tx, order, { decision, sheets });
  const before = shown ? shown.number - 1 : order.placements;
  const placements = planPlacements({ decision, prices, lines, shops, placements: before });

  await saveRouting(tx, { order, lines, facts, decision, placements, isShown: shown !== null }, job);
  if (shown && placements.length > 0) await routeTheRest(tx, order);
  const placed = decision.lines.filter((line) => line.chosen).length;
  return { kind: 'routed', chosen: placed, waiting: decision.lines.length - placed };
}

/**
 * The first placement of an order that a shop has shown after a restore and that the database has forgotten. Null: none
 * of its waiting lines is known to be anywhere.
 */
async function findShown(
  tx: Tx,
  { order, lines }: LinesToRoute,
  references: References,
): Promise<PlacementAtShop | null> {
  if (!order.mayBePlaced) return null;
  for (const { shopId, number, positions } of await findForgotten(tx, order, references)) {
    const ofIt = lines.filter((line) => line.waiting && positions.has(line.position));
    if (ofIt.length > 0) return { shopId, number, orderLineIds: new Set(ofIt.map(({ id }) => id)) };
  }
  return null;
}

/** Lines that a shop has shown come first; those that no shop, or another one, has shown follow. */
async function routeTheRest(tx: Tx, { id: sellerOrderId, correlation }: LockedOrder): Promise<void> {
  await enqueue(tx, COMMANDS.routeOrder, { payload: { sellerOrderId }, correlation });
}

async function lockCandidates(tx: Tx, { shopId }: LockedOrder, facts: RoutingFacts): Promise<void> {
  const candidates = [...facts.candidates.values()].flat().map(({ variant }) => variant);
  await keepShopSheets(tx, [shopId, ...candidates.map((candidate) => candidate.shopId)]);
  await lockVariants(tx, candidates);
}

/**
 * The sheets of the selling shop and of the chosen shops do not change from here on: one that switches orders off is
 * judged by the open orders there (D25). Throws `DecisionOutdated` if any sheet that the decision is based on has
 * changed since it was read (D19).
 */
async function keepSheets(
  tx: Tx,
  { shopId, shopRevision }: LockedOrder,
  { decision, sheets }: { decision: RoutingDecision; sheets: readonly SheetDecidedOn[] },
): Promise<void> {
  await keepShopSheets(tx, [shopId, ...decision.lines.flatMap((line) => line.chosen?.shopId ?? [])]);
  const ofSeller = { shopId, revision: shopRevision };
  if (!(await areInForce(tx, [ofSeller, ...sheets]))) throw new DecisionOutdated();
}
