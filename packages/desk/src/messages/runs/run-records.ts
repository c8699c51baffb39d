import { randomUUID } from 'node:crypto';
import { BulkRunState, Prisma, rows, type Tx } from '@hub/database';
import { z } from 'zod';
import { DEAD_LETTER_ACTIONS } from '../decide-action';
import { FORECAST_EFFECTS } from '../replay-forecast';
import type { RunRefusal } from './decide-by-effect';
import type { FirstOnes } from './decide-batch';

/** A bulk run, its row locked. */
export const LockedRun = z.object({
  id: z.string(),
  selectionId: z.string(),
  action: z.enum(DEAD_LETTER_ACTIONS),
  note: z.string().nullable(),
  startedBy: z.string(),
  state: z.enum(BulkRunState),
  size: z.int(),
  next: z.int(),
  firstMany: z.int().nullable(),
  perMinute: z.int().nullable(),
  /** The effects of a replay for which a message is sent; null: any. */
  effects: z.array(z.enum(FORECAST_EFFECTS)).nullable(),
});
export type LockedRun = z.output<typeof LockedRun>;

const IdsRow = z.object({ ids: z.array(z.string()) });
const FirstRow = z.object({ pending: z.int(), failed: z.int() });

const COLUMNS = Prisma.sql`id, selection_id AS "selectionId", action, note, started_by AS "startedBy",
  state::text AS state, size, next, first_many AS "firstMany", per_minute AS "perMinute", effects`;

/**
 * The run that has been due for longest, or null; one that another process has claimed is skipped.
 * @param byEffect of those that filter by effect, or of the others
 */
export async function lockDueRun(tx: Tx, now: number, byEffect: boolean): Promise<LockedRun | null> {
  const [found] = await rows(
    LockedRun,
    tx.$queryRaw`
    SELECT ${COLUMNS} FROM bulk_run WHERE state = 'running' AND due_at <= ${new Date(now)} AND (effects IS NOT NULL) = ${byEffect}
    ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
  );
  return found ?? null;
}

/** A run by its id, waiting for its lock; null: there is none. */
export async function lockRun(tx: Tx, id: string): Promise<LockedRun | null> {
  const [found] = await rows(
    LockedRun,
    tx.$queryRaw`SELECT ${COLUMNS} FROM bulk_run WHERE id = ${id}::uuid FOR UPDATE`,
  );
  return found ?? null;
}

/** The next ids of its set, in its order. */
export async function nextIds(tx: Tx, { selectionId, next }: LockedRun, count: number): Promise<string[]> {
  const [found] = await rows(
    IdsRow,
    tx.$queryRaw`
    SELECT ids[${next + 1}::int : ${next + count}::int] AS ids
    FROM dead_letter_selection WHERE id = ${selectionId}::uuid`,
  );
  return found?.ids ?? [];
}

/** The outcomes of the trial messages. */
export async function readFirstOnes(tx: Tx, { id }: LockedRun): Promise<FirstOnes> {
  const [found] = await rows(
    FirstRow,
    tx.$queryRaw`
    SELECT (count(*) FILTER (WHERE d.state = 'replaying'))::int AS pending,
      (count(*) FILTER (WHERE d.state = 'open'))::int AS failed
    FROM bulk_run_item i JOIN dead_letter d ON d.id = i.dead_letter_id
    WHERE i.run_id = ${id}::uuid AND i.refused IS NULL`,
  );
  return found ?? { pending: 0, failed: 0 };
}

/** @returns the id of the new run */
export async function addRun(
  tx: Tx,
  run: Pick<
    LockedRun,
    'selectionId' | 'action' | 'note' | 'startedBy' | 'size' | 'firstMany' | 'perMinute' | 'effects'
  > & {
    now: number;
  },
): Promise<string> {
  const id = randomUUID();
  const { effects, now, ...data } = run;
  const dueAt = new Date(now);
  await tx.bulkRun.create({ data: { ...data, id, dueAt, ...(effects === null ? {} : { effects }) } });
  return id;
}

/**
 * Stores the decision on each of a batch, and the run's new position, or that it has finished. Messages skipped for
 * their effect are not trial messages: others are tried in their place.
 */
export async function recordBatch(
  tx: Tx,
  run: LockedRun,
  batch: {
    done: readonly string[];
    refused: readonly { id: string; why: RunRefusal }[];
    /** Of these, skipped for their effect. */
    left?: number;
    next: number;
    dueAt: number;
    now: number;
  },
): Promise<void> {
  const decided = [...batch.done.map((id) => ({ id, why: null })), ...batch.refused];
  await tx.$executeRaw`
    INSERT INTO bulk_run_item (run_id, dead_letter_id, refused)
    SELECT ${run.id}::uuid, d.id, d.why
    FROM unnest(${decided.map(({ id }) => id)}::uuid[], ${decided.map(({ why }) => why)}::text[]) AS d (id, why)`;
  await tx.$executeRaw`
    UPDATE bulk_run SET next = ${batch.next}, due_at = ${new Date(batch.dueAt)}, changed_at = ${new Date(batch.now)},
      first_many = CASE WHEN first_many <= ${run.next} THEN NULL ELSE first_many + ${batch.left ?? 0}::int END
    WHERE id = ${run.id}::uuid`;
  if (batch.next >= run.size)
    await setRunState(tx, run.id, { state: 'finished', changedBy: null, now: batch.now });
}

/** @param to.changedBy null: automatically. `firstMany`: unchanged, if not given */
export async function setRunState(
  tx: Tx,
  id: string,
  to: { state: BulkRunState; changedBy: string | null; now: number; firstMany?: number | null },
): Promise<void> {
  const { now, ...data } = to;
  await tx.bulkRun.update({
    where: { id },
    data: { ...data, changedAt: new Date(now), dueAt: new Date(now) },
  });
}

export async function deferRun(tx: Tx, id: string, dueAt: number): Promise<void> {
  await tx.bulkRun.update({ where: { id }, data: { dueAt: new Date(dueAt) } });
}
