import { keepShopSheets, type Tx } from '@hub/database';
import { COMMANDS, enqueue, type CallingContext, type Phrase } from '@hub/messaging';
import { findForgotten } from '@hub/orders/restore';
import {
  areInForce,
  decideShownLines,
  decideWaitingLines,
  lockingDailyNumbers,
  lockWaitingLines,
  readRoutingFacts,
  type LinesToRoute,
  type LockedOrder,
  type PlacementAtShop,
  type RoutingDecision,
  type RoutingFacts,
  type SheetDecidedOn,
  type StoredLine,
  type WaitingLinesDecided,
} from '@hub/orders/routing';
import { lockVariants } from '@hub/stock';
import { planPlacements } from './plan-placements';
import type { References } from './references';
import { DecisionOutdated } from './decision-outdated';
import { isLimited, keepDailyNumbers } from './keep-daily-numbers';
import { saveRouting, type RoutingJob } from './save-routing';

interface Routed {
  kind: 'routed';
  chosen: number;
  waiting: number;
}

export type RoutingOutcome = { kind: 'ignored'; reason: Phrase } | Routed;

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
  const { order } = waiting;
  const shown = await findShown(tx, waiting, job.references);
  for (const placement of shown) {
    const recorded = await recordShown(tx, { ...waiting, shown: placement }, job);
    if (recorded.chosen === 0) continue;
    // Those that no shop, or another one, has shown follow.
    await routeTheRest(tx, order);
    return recorded;
  }
  if (waiting.kind === 'held') return { kind: 'ignored', reason: 'the order is held' };
  const lines = withoutShown(waiting.lines, shown);
  if (!lines.some((line) => line.waiting))
    return { kind: 'ignored', reason: 'a shop has it, and a rate is missing' };
  if (lockFirst) await lockCandidates(tx, order, await readRoutingFacts(tx, order, { lines, now: job.now }));
  const decided = await decideWaitingLines(tx, { order, lines }, job);
  return store(tx, { order, lines, decided, shown: null }, job);
}

/** A shop has the lines already: it is recorded, not chosen (D19). */
async function recordShown(
  tx: Tx,
  { order, lines, shown }: LinesToRoute & { shown: PlacementAtShop },
  job: RoutingJob,
): Promise<Routed> {
  const decided = await decideShownLines(tx, { order, lines }, { now: job.now, shown });
  return store(tx, { order, lines, decided, shown }, job);
}

/** Stores a decision with its placements, on the sheets that it was made on. */
async function store(
  tx: Tx,
  given: {
    order: LockedOrder;
    lines: readonly StoredLine[];
    decided: WaitingLinesDecided;
    shown: PlacementAtShop | null;
  },
  job: RoutingJob,
): Promise<Routed> {
  const { order, lines, decided, shown } = given;
  const { facts, shops, decision, prices } = decided;
  await keepSheets(tx, order, decided);
  await keepDailyNumbers(tx, decided, job);
  const before = shown ? shown.number - 1 : order.placements;
  const placements = planPlacements({ decision, prices, lines, shops, placements: before });
  await saveRouting(tx, { order, lines, facts, decision, placements, isShown: shown !== null }, job);
  const chosen = decision.lines.filter((line) => line.chosen).length;
  return { kind: 'routed', chosen, waiting: decision.lines.length - chosen };
}

/** Waiting lines that a shop has shown go to no other, even if they cannot be recorded yet. */
function withoutShown(lines: readonly StoredLine[], shown: readonly PlacementAtShop[]): StoredLine[] {
  const atShops = new Set(shown.flatMap(({ orderLineIds }) => [...orderLineIds]));
  return lines.map((line) => (atShops.has(line.id) ? { ...line, waiting: false } : line));
}

/**
 * The placements of an order's waiting lines that shops have shown after a restore and that the database has forgotten,
 * in the order in which they were made. A line counts for the first of them.
 */
async function findShown(
  tx: Tx,
  { order, lines }: LinesToRoute,
  references: References,
): Promise<PlacementAtShop[]> {
  if (!order.mayBePlaced) return [];
  const free = new Map(lines.filter((line) => line.waiting).map((line) => [line.position, line.id]));
  const shown: PlacementAtShop[] = [];
  for (const { shopId, number, positions } of await findForgotten(tx, order, references)) {
    const ofIt = [...positions].flatMap((position) => free.get(position) ?? []);
    for (const position of positions) free.delete(position);
    if (ofIt.length > 0) shown.push({ shopId, number, orderLineIds: new Set(ofIt) });
  }
  return shown;
}

async function routeTheRest(tx: Tx, { id: sellerOrderId, correlation }: LockedOrder): Promise<void> {
  await enqueue(tx, COMMANDS.routeOrder, { payload: { sellerOrderId }, correlation });
}

async function lockCandidates(
  tx: Tx,
  { shopId }: LockedOrder,
  { facts, shops }: Pick<WaitingLinesDecided, 'shops'> & { facts: RoutingFacts },
): Promise<void> {
  const candidates = [...facts.candidates.values()].flat().map(({ variant }) => variant);
  await keepShopSheets(tx, [shopId, ...candidates.map((candidate) => candidate.shopId)]);
  const limited = candidates.flatMap((one) => (isLimited(shops.get(one.shopId)) ? one.shopId : []));
  await tx.$executeRaw(lockingDailyNumbers(limited));
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
