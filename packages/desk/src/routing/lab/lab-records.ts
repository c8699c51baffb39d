import { LabRunState, OrderMode, Prisma, rows, type Tx } from '@hub/database';
import { z } from 'zod';
import type { LabFigures, PricedLine } from './lab-figures';

/** A lab run, its row locked. */
const LockedLabRun = z.object({
  id: z.string(),
  name: z.string(),
  bandKm: z.int(),
  criteria: z.unknown(),
  against: z.unknown(),
  decidedBefore: z.date(),
  state: z.enum(LabRunState),
  size: z.int(),
  next: z.int(),
  nextAt: z.date(),
  nextId: z.string(),
  figures: z.unknown(),
});
/** With its stored figures, unparsed. */
type FoundLabRun = z.output<typeof LockedLabRun>;
export interface LockedLabRun extends FoundLabRun {
  figures: LabFigures;
}

const COLUMNS = Prisma.sql`id, name, band_km AS "bandKm", criteria, against, decided_before AS "decidedBefore", state::text AS state, size, next,
  next_at AS "nextAt", next_id AS "nextId", figures`;

/** The run that has been due for longest, or null; one that another process has claimed is skipped. */
export async function lockDueLabRun(tx: Tx, now: number): Promise<FoundLabRun | null> {
  const [found] = await rows(
    LockedLabRun,
    tx.$queryRaw`
    SELECT ${COLUMNS} FROM routing_lab_run WHERE state = 'running' AND due_at <= ${new Date(now)}
    ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
  );
  return found ?? null;
}

/** A run in progress is due again at that moment, behind the others. */
export async function setLabRunDue(tx: Tx, id: string, until: Date): Promise<void> {
  await tx.labRun.updateMany({ where: { id, state: 'running' }, data: { dueAt: until } });
}

const StoredDecision = z.object({
  id: z.string(),
  decidedAt: z.date(),
  detail: z.unknown(),
  sellerOrderId: z.string(),
  mode: z.enum(OrderMode),
  currency: z.string(),
  placedAt: z.bigint(),
  sellingCountry: z.string(),
  totalDiscounts: z.string(),
  shippingCost: z.string(),
});
export type StoredDecision = z.output<typeof StoredDecision>;

/** The next decisions of a run's period, in the order in which they were made. */
export function readDecisions(tx: Tx, run: LockedLabRun, count: number): Promise<StoredDecision[]> {
  return rows(
    StoredDecision,
    tx.$queryRaw`
    SELECT d.id, d.decided_at AS "decidedAt", d.detail, o.id AS "sellerOrderId", o.mode::text AS mode, o.currency,
      o.placed_at AS "placedAt", s.country AS "sellingCountry", trim_scale(o.total_discounts)::text AS "totalDiscounts",
      trim_scale(o.shipping_cost)::text AS "shippingCost"
    FROM (
      SELECT id, decided_at, detail, seller_order_id FROM routing_decision
      WHERE (decided_at, id) > (${run.nextAt}, ${run.nextId}::uuid)
        -- Of the pair no month can be excluded.
        AND decided_at >= ${run.nextAt} AND decided_at < ${run.decidedBefore}
      ORDER BY decided_at, id LIMIT ${count}) d
    JOIN seller_order o ON o.id = d.seller_order_id
    JOIN shop s ON s.id = o.shop_id
    ORDER BY d.decided_at, d.id`,
  );
}

const OwedRow = z.object({ decisionId: z.string(), lineItemId: z.string(), owed: z.string() });

/** The payouts promised to shops for lines, by `decisionId/lineItemId`. */
export async function readOwed(
  tx: Tx,
  decisions: readonly Pick<StoredDecision, 'id' | 'sellerOrderId'>[],
): Promise<Map<string, string>> {
  const found = await rows(
    OwedRow,
    tx.$queryRaw`
    SELECT s.decision_id AS "decisionId", ol.line_item_id AS "lineItemId", trim_scale(l.unit_price * l.quantity)::text AS owed
    FROM shipping_order s
    JOIN shipping_order_line l ON l.shipping_order_id = s.id
    JOIN order_line ol ON ol.id = l.order_line_id
    WHERE s.seller_order_id = ANY (${decisions.map(({ sellerOrderId }) => sellerOrderId)}::uuid[])
      AND s.decision_id = ANY (${decisions.map(({ id }) => id)}::uuid[])`,
  );
  return new Map(found.map((row) => [owedKey(row), row.owed]));
}

export function owedKey({ decisionId, lineItemId }: { decisionId: string; lineItemId: string }): string {
  return `${decisionId}/${lineItemId}`;
}

/** A line that the other policy re-routes, as stored. */
export interface KeptLine {
  number: number;
  decision: StoredDecision;
  line: PricedLine;
}

export async function keepLines(tx: Tx, runId: string, lines: readonly KeptLine[]): Promise<void> {
  await tx.labLine.createMany({
    data: lines.map(({ number, decision, line }) => ({
      runId,
      number,
      sellerOrderId: decision.sellerOrderId,
      lineItemId: line.lineItemId,
      decidedAt: decision.decidedAt,
      currency: decision.currency,
      wasShopId: line.was?.shopId ?? null,
      wasKm: line.was?.km ?? null,
      wasOwed: line.wasOwed,
      becomesShopId: line.becomes?.shopId ?? null,
      becomesKm: line.becomes?.km ?? null,
      becomesOwed: line.becomesOwed,
      why: line.why,
    })),
  });
}
