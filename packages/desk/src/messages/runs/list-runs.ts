import { BulkRunState, Prisma, rows, type Database } from '@hub/database';
import { z } from 'zod';
import type { TimeOrder, TimeSpan } from '../../engine/by-time';
import { comesAfter, sortedBy, type SortTerm } from '../../engine/keyset';
import { DEAD_LETTER_ACTIONS } from '../decide-action';
import { FORECAST_EFFECTS } from '../replay-forecast';

const ListedRun = z.object({
  id: z.string(),
  selectionId: z.string(),
  action: z.enum(DEAD_LETTER_ACTIONS),
  note: z.string().nullable(),
  startedBy: z.string(),
  startedAt: z.date(),
  state: z.enum(BulkRunState),
  size: z.int(),
  /** How many are decided. */
  next: z.int(),
  firstMany: z.int().nullable(),
  perMinute: z.int().nullable(),
  /** The effects of a replay for which a message is sent; null: any. */
  effects: z.array(z.enum(FORECAST_EFFECTS)).nullable(),
  changedAt: z.date(),
  changedBy: z.string().nullable(),
  /** The filter with which the set was chosen. */
  filter: z.string(),
});
export type ListedRun = z.output<typeof ListedRun>;

const Refused = z.object({ why: z.string(), count: z.int() });

const COLUMNS = Prisma.sql`r.id, r.selection_id AS "selectionId", r.action, r.note, r.started_by AS "startedBy",
  r.started_at AS "startedAt", r.state::text AS state, r.size, r.next, r.first_many AS "firstMany",
  r.per_minute AS "perMinute", r.effects, r.changed_at AS "changedAt", r.changed_by AS "changedBy", s.filter`;

/** Filter of bulk runs, among others by when they were started; what is left out does not filter. */
export interface RunFilter extends TimeSpan {
  state?: ListedRun['state'] | undefined;
  action?: ListedRun['action'] | undefined;
  /** Who started it, such as `agent:maria`. */
  startedBy?: string | undefined;
}

export interface RunListQuery {
  filter?: RunFilter;
  /** By when they were started; undefined: the newest first. */
  sort?: TimeOrder | undefined;
  /** The list continues after the run with this id. */
  after?: string | undefined;
  limit: number;
}

/** Bulk runs, the newest first by default. */
export function listBulkRuns(
  db: Database,
  { filter = {}, sort, after, limit }: RunListQuery,
): Promise<ListedRun[]> {
  const descending = sort !== 'oldest';
  const started: SortTerm = { of: Prisma.sql`r.started_at`, descending };
  const id: SortTerm = { of: Prisma.sql`r.id`, descending };
  const conditions = conditionsOf(filter);
  if (after !== undefined && z.uuid().safeParse(after).success)
    conditions.push(
      comesAfter([
        { ...started, there: Prisma.sql`(SELECT a.started_at FROM bulk_run a WHERE a.id = ${after}::uuid)` },
        { ...id, there: Prisma.sql`${after}::uuid` },
      ]),
    );
  return rows(
    ListedRun,
    db.$queryRaw(Prisma.sql`
    SELECT ${COLUMNS} FROM bulk_run r JOIN dead_letter_selection s ON s.id = r.selection_id
    WHERE ${Prisma.join([Prisma.sql`true`, ...conditions], ' AND ')}
    ORDER BY ${sortedBy([started, id])} LIMIT ${limit}`),
  );
}

function conditionsOf({ state, action, startedBy, since, until }: RunFilter): Prisma.Sql[] {
  return [
    ...(state === undefined ? [] : [Prisma.sql`r.state::text = ${state}`]),
    ...(action === undefined ? [] : [Prisma.sql`r.action = ${action}`]),
    ...(startedBy === undefined ? [] : [Prisma.sql`r.started_by = ${startedBy}`]),
    ...(since === undefined ? [] : [Prisma.sql`r.started_at >= ${since}`]),
    ...(until === undefined ? [] : [Prisma.sql`r.started_at < ${until}`]),
  ];
}

/** Bulk runs on a set, the newest first. */
export function listRunsOfSelection(db: Database, selectionId: string): Promise<ListedRun[]> {
  return rows(
    ListedRun,
    db.$queryRaw`
    SELECT ${COLUMNS} FROM bulk_run r JOIN dead_letter_selection s ON s.id = r.selection_id
    WHERE r.selection_id = ${selectionId}::uuid ORDER BY r.started_at DESC, r.id DESC`,
  );
}

/** Bulk runs that processed a failed message, the oldest first. */
export function listRunsOfDeadLetter(db: Database, deadLetterId: string): Promise<ListedRun[]> {
  return rows(
    ListedRun,
    db.$queryRaw`
    SELECT ${COLUMNS} FROM bulk_run_item i JOIN bulk_run r ON r.id = i.run_id
    JOIN dead_letter_selection s ON s.id = r.selection_id
    WHERE i.dead_letter_id = ${deadLetterId}::uuid AND i.refused IS NULL ORDER BY r.started_at, r.id`,
  );
}

/** A bulk run, and how many of its set it skipped, by reason. Null: there is none. */
export async function findBulkRun(
  db: Database,
  id: string,
): Promise<{ run: ListedRun; refused: { why: string; count: number }[] } | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const [[run], refused] = await Promise.all([
    rows(
      ListedRun,
      db.$queryRaw`
      SELECT ${COLUMNS} FROM bulk_run r JOIN dead_letter_selection s ON s.id = r.selection_id WHERE r.id = ${id}::uuid`,
    ),
    rows(
      Refused,
      db.$queryRaw`
      SELECT refused AS why, count(*)::int AS count FROM bulk_run_item
      WHERE run_id = ${id}::uuid AND refused IS NOT NULL GROUP BY refused ORDER BY count DESC, refused`,
    ),
  ]);
  return run ? { run, refused } : null;
}
