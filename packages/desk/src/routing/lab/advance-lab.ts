import type { Tx } from '@hub/database';
import { DecisionDetail, ReadCriteria, type RoutingPolicy } from '@hub/orders/routing';
import { compareDecision, isMoved, type ComparedLine } from './compare-decision';
import { LabFigures, LabTally, type PricedLine, type Uncompared } from './lab-figures';
import {
  keepLines,
  lockDueLabRun,
  owedKey,
  readDecisions,
  readOwed,
  setLabRunDue,
  type LockedLabRun,
  type StoredDecision,
} from './lab-records';
import { AGAIN_AFTER_MS, RunFailed } from '../../engine/run-failed';
import { criteriaOf } from '../criteria-columns';
import { priceMoved, type MovedLine } from './price-moved';

/** Per transaction. */
const LAB_BATCH = 500;
/** The maximum of re-routed lines stored singly; beyond it they are only counted. */
export const KEPT_LINES = 5_000;

/**
 * Takes the lab run that has been due for longest and advances it by one batch, in the caller's transaction. Results
 * and new position are committed together, so that a process that dies in between counts nothing twice and skips
 * nothing.
 * @returns 1 if a run was advanced, else 0
 */
export async function advanceLabRuns(tx: Tx, now: number): Promise<number> {
  const run = await lockDueLabRun(tx, now);
  if (!run) return 0;
  try {
    await advance(tx, { ...run, figures: LabFigures.parse(run.figures) }, now);
  } catch (error) {
    throw new RunFailed(run.id, error);
  }
  return 1;
}

/** After `advanceLabRuns` threw, in a separate transaction: the run that failed waits, so that the others continue. */
export async function deferLabRun(tx: Tx, error: unknown, now: number): Promise<void> {
  if (error instanceof RunFailed) await setLabRunDue(tx, error.runId, new Date(now + AGAIN_AFTER_MS));
}

async function advance(tx: Tx, run: LockedLabRun, now: number): Promise<void> {
  const decisions = await readDecisions(tx, run, LAB_BATCH);
  const tally = new LabTally(run.figures);
  const compared = compare(decisions, { ...policiesOf(run), countryOf: await readCountries(tx) }, tally);
  const priced = await price(tx, compared);
  for (const { decision, lines } of priced) tally.addCompared(decision.currency, lines);
  await keepLines(tx, run.id, keptOf(run, priced));
  const last = decisions.at(-1);
  const finished = decisions.length < LAB_BATCH;
  const next = run.next + decisions.length;
  await tx.labRun.update({
    where: { id: run.id },
    data: {
      figures: tally.figures,
      next,
      ...(last ? { nextAt: last.decidedAt, nextId: last.id } : {}),
      ...(finished ? { state: 'finished', size: next } : {}),
      dueAt: new Date(now),
      changedAt: new Date(now),
    },
  });
}

interface ByPolicies {
  other: RoutingPolicy;
  against: RoutingPolicy | null;
  countryOf: (shopId: number) => string | null;
}

function policiesOf(run: LockedLabRun): Pick<ByPolicies, 'other' | 'against'> {
  const against = run.against === null ? null : ReadCriteria.parse(run.against);
  return {
    other: { version: run.name, criteria: criteriaOf(run) },
    against: against && { version: 'against', criteria: against },
  };
}

async function readCountries(tx: Tx): Promise<ByPolicies['countryOf']> {
  const shops = await tx.shop.findMany({ select: { id: true, country: true } });
  const countries = new Map(shops.map(({ id, country }) => [id, country]));
  return (shopId) => countries.get(shopId) ?? null;
}

interface Compared<Line> {
  decision: StoredDecision;
  consumerVat: string | null;
  lines: Line[];
}

/** Those that can be compared; the others are counted by reason. */
function compare(
  decisions: readonly StoredDecision[],
  policies: ByPolicies,
  tally: LabTally,
): Compared<ComparedLine>[] {
  return decisions.flatMap((decision) => {
    const found = compareOne(decision, policies);
    if (typeof found !== 'string') return found;
    tally.addUncompared(found);
    return [];
  });
}

function compareOne(
  decision: StoredDecision,
  { countryOf, ...policies }: ByPolicies,
): Compared<ComparedLine> | Uncompared {
  if (decision.mode === 'dry_run') return 'dryRuns';
  const detail = DecisionDetail.safeParse(decision.detail);
  if (!detail.success) return 'unreadable';
  const lines = compareDecision(detail.data, policies, countryOf);
  return lines ? { decision, consumerVat: detail.data.consumerVat, lines } : 'untold';
}

/** The promised payout of a line stays with its shop; for another shop it is calculated. */
async function price(tx: Tx, compared: readonly Compared<ComparedLine>[]): Promise<Compared<PricedLine>[]> {
  const promised = await readOwed(
    tx,
    compared.map(({ decision }) => decision),
  );
  const moved = compared.flatMap(movedLines);
  const elsewhere = await priceMoved(tx, moved);
  const payouts = new Map(moved.map((line, index) => [owedKey(line), elsewhere[index] ?? null]));
  return compared.map((one) => ({
    ...one,
    lines: one.lines.map((line) => {
      const key = owedKey({ decisionId: one.decision.id, lineItemId: line.lineItemId });
      const wasOwed = line.was && (promised.get(key) ?? null);
      const becomesOwed = isMoved(line) ? (payouts.get(key) ?? null) : wasOwed;
      return { ...line, wasOwed, becomesOwed: line.becomes && becomesOwed };
    }),
  }));
}

function movedLines({ decision, consumerVat, lines }: Compared<ComparedLine>): MovedLine[] {
  if (consumerVat === null) return [];
  return lines.flatMap((line) => {
    if (!line.becomes || !isMoved(line)) return [];
    const { shopId, variantId } = line.becomes;
    const { id: decisionId, ...order } = decision;
    return { ...order, decisionId, consumerVat, lineItemId: line.lineItemId, shopId, variantId };
  });
}

function keptOf(run: LockedLabRun, priced: readonly Compared<PricedLine>[]) {
  const before = run.figures.moved;
  return priced
    .flatMap(({ decision, lines }) => lines.filter(isMoved).map((line) => ({ decision, line })))
    .map((one, index) => ({ ...one, number: before + index + 1 }))
    .filter(({ number }) => number <= KEPT_LINES);
}
