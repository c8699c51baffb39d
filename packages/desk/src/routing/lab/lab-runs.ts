import { randomUUID } from 'node:crypto';
import { Prisma, type Database, type LabRunModel } from '@hub/database';
import { minorUnitDigits } from '@hub/orders/money';
import { bandKmOf, criteriaText, ReadCriteria, writeCriteria, type Criteria } from '@hub/orders/routing';
import { z } from 'zod';
import { DESK_REFUSAL_LABELS, type DeskRefusal } from '../../audit/refusal-labels';
import { action } from '../../engine/action';
import { criteriaColumns, criteriaOf } from '../criteria-columns';
import { criteriaGiven, Instant, NO_CRITERIA, POLICY_INPUT } from '../policies';
import { DecimalSum } from '../../money/decimal-sum';
import { LabFigures, NO_FIGURES } from './lab-figures';

/** Longer periods need several runs: this many decisions take the sweep a few minutes. */
const LAB_DECISIONS = 200_000;
/**
 * A decision has its time before its transaction commits, which takes 20 s at most: a period that ends later may miss
 * some.
 */
const SETTLED_MS = 30_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

const refused = (why: DeskRefusal) => {
  const label = DESK_REFUSAL_LABELS[why];
  return { kind: 'refused', says: `Not started: ${label}.`, why: label } as const;
};

/** Has the stored decisions of a period compared under another policy, batch by batch (`advanceLabRuns`). */
export const startLabRun = action({
  names: { 'routing_lab.start': 'tried another routing policy on stored decisions' },
  command: 'route.start-lab',
  input: z.strictObject({
    ...POLICY_INPUT,
    /** Of the policy that it is compared with; without it with what was decided. */
    against: POLICY_INPUT.criteria,
    /** Decisions made from then on, before then. */
    from: Instant,
    before: Instant,
  }),
  async run(tx, input, { actor, note, now }) {
    const { name, against, from, before } = input;
    const criteria = criteriaGiven(input);
    if (criteria === null) return NO_CRITERIA;
    if (from >= before) return refused('period_empty');
    if (before.getTime() > now - SETTLED_MS) return refused('period_not_over');
    const size = await tx.routingDecision.count({
      where: { decidedAt: { gte: from, lt: before } },
      take: LAB_DECISIONS + 1,
    });
    if (size === 0) return refused('no_decisions');
    if (size > LAB_DECISIONS) return refused('too_many_decisions');
    const id = randomUUID();
    const at = new Date(now);
    const period = { decidedFrom: from, decidedBefore: before, nextAt: from, nextId: BEFORE_ALL };
    const started = { startedBy: actor, startedAt: at, dueAt: at, changedAt: at, note: note || null };
    await tx.labRun.create({
      data: {
        ...criteriaColumns(criteria),
        against: against === undefined ? Prisma.DbNull : writeCriteria(against),
        id,
        name,
        ...period,
        ...started,
        size,
        figures: NO_FIGURES,
      },
    });
    const detail = {
      policy: name,
      band_km: bandKmOf(criteria),
      criteria: criteriaText(criteria),
      ...(against === undefined ? {} : { against: criteriaText(against) }),
      from: from.toISOString(),
      before: before.toISOString(),
      decisions: size,
    };
    const says = `The run over ${size} decisions is started.`;
    return { kind: 'done', says, answer: { id }, record: { subjects: [`routing_lab:${id}`], detail } };
  },
});

/** Ends a run before the end of its period; its results stay. */
export const stopLabRun = action({
  names: { 'routing_lab.stop': 'stopped a trial of another routing policy' },
  command: 'route.stop-lab',
  note: 'none',
  input: z.strictObject({ run: z.uuid() }),
  async run(tx, { run: id }, { actor, now }) {
    const { count } = await tx.labRun.updateMany({
      where: { id, state: 'running' },
      data: { state: 'stopped', changedAt: new Date(now), changedBy: actor },
    });
    if (count === 0) return { kind: 'refused', says: 'Nothing is changed: the run does not run any more.' };
    const record = { subjects: [`routing_lab:${id}`] };
    return { kind: 'done', says: 'The run is stopped.', answer: { run: id, stopped: true }, record };
  },
});

export interface ListedLabRun extends Omit<LabRunModel, 'figures' | 'bandKm' | 'criteria' | 'against'> {
  criteria: Criteria;
  /** Null: compared with what was decided. */
  against: Criteria | null;
}

/** A stored run with its policies as they are read. */
function withCriteria<Run extends Pick<LabRunModel, 'bandKm' | 'criteria' | 'against'>>({
  bandKm,
  criteria,
  against,
  ...run
}: Run) {
  return {
    ...run,
    criteria: criteriaOf({ bandKm, criteria }),
    against: against === null ? null : ReadCriteria.parse(against),
  };
}

/** Runs of the lab, the newest first. */
export async function listLabRuns(db: Database, limit: number): Promise<ListedLabRun[]> {
  const runs = await db.labRun.findMany({
    orderBy: [{ startedAt: 'desc' }, { id: 'desc' }],
    take: limit,
    omit: { figures: true },
  });
  return runs.map(withCriteria);
}

/** A shop as named on the lab's pages. */
interface NamedShop {
  slug: string;
  name: string;
}

/** A lab run with its results; null: there is none. */
export async function findLabRun(db: Database, id: string) {
  if (!z.uuid().safeParse(id).success) return null;
  const row = await db.labRun.findUnique({ where: { id } });
  if (!row) return null;
  const figures = LabFigures.parse(row.figures);
  const shops = await namesOf(db);
  return {
    ...withCriteria(row),
    figures,
    shops: figures.shops.map((shop) => shopOf(shop, shops(shop.shopId))),
  };
}

/** A shop's side of it: amounts as decimals of the currency's minor unit. */
function shopOf({ currency, was, becomes }: LabFigures['shops'][number], shop: NamedShop) {
  return {
    ...shop,
    currency,
    lines: { was: was.lines, becomes: becomes.lines },
    orders: { was: was.orders, becomes: becomes.orders },
    owed: { was: inCurrency(was.owed, currency), becomes: inCurrency(becomes.owed, currency) },
    more: new DecimalSum().add(becomes.owed).add(`-${was.owed}`).text(minorUnitDigits(currency)),
  };
}

/** With the decimals of the currency's minor unit. */
function inCurrency(exactText: string, currency: string): string {
  return new DecimalSum().add(exactText).text(minorUnitDigits(currency));
}
export type ShownLabRun = NonNullable<Awaited<ReturnType<typeof findLabRun>>>;

/** Lines that the other policy re-routes, after the one with that number; the first `KEPT_LINES` of a run are kept. */
export async function listLabLines(
  db: Database,
  { runId, after, limit }: { runId: string; after: number; limit: number },
) {
  const lines = await db.labLine.findMany({
    where: { runId, number: { gt: after } },
    orderBy: { number: 'asc' },
    take: limit,
  });
  const orders = await db.sellerOrder.findMany({
    where: { id: { in: [...new Set(lines.map(({ sellerOrderId }) => sellerOrderId))] } },
    select: { id: true, orderId: true, shopId: true },
  });
  const byId = new Map(orders.map((order) => [order.id, order]));
  const shops = await namesOf(db);
  return lines.map(({ wasShopId, becomesShopId, wasOwed, becomesOwed, ...line }) => {
    const order = byId.get(line.sellerOrderId);
    return {
      ...line,
      orderId: order?.orderId ?? null,
      seller: order ? shops(order.shopId).name : null,
      was: wasShopId === null ? null : shops(wasShopId),
      wasOwed: wasOwed && inCurrency(wasOwed.toFixed(), line.currency),
      becomes: becomesShopId === null ? null : shops(becomesShopId),
      becomesOwed: becomesOwed && inCurrency(becomesOwed.toFixed(), line.currency),
    };
  });
}
export type ListedLabLine = Awaited<ReturnType<typeof listLabLines>>[number];

/** A deleted shop by its number. */
async function namesOf(db: Database): Promise<(shopId: number) => NamedShop> {
  const shops = await db.shop.findMany({ select: { id: true, slug: true, name: true } });
  const byId = new Map(shops.map(({ id, ...shop }) => [id, shop]));
  return (shopId) => byId.get(shopId) ?? { slug: String(shopId), name: `shop ${shopId}` };
}
