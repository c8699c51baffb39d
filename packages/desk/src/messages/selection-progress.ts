import { DeadLetterState, rows, type Database } from '@hub/database';
import { z } from 'zod';
import { readSummaries, type DeadLetterSummary } from './find-dead-letters';

const IdsRow = z.object({ ids: z.array(z.string()) });

/** The current states of a selection's failed messages. */
export interface SelectionProgress {
  open: number;
  replaying: number;
  /** Of these: handled, and the call to the store that is their effect has no end yet. */
  atStore: number;
  resolved: number;
  discarded: number;
  /** Of the open ones: replayed since they were selected, and failed again. */
  diedAgain: number;
  /** Of the open ones: replayed since they were selected, and the outcome never arrived. */
  unheard: number;
  /** No longer kept. */
  gone: number;
}

const Row = z.object({
  state: z.enum(DeadLetterState).nullable(),
  count: z.int(),
  diedAgain: z.int(),
  atStore: z.int(),
  unheard: z.int(),
});
type Row = z.output<typeof Row>;

/** The progress of a selection: what is left, what is in progress, the outcomes of its replays. Null: there is none. */
export async function selectionProgress(db: Database, id: string): Promise<SelectionProgress | null> {
  if (!z.uuid().safeParse(id).success) return null;
  // The outer join keeps a row for an empty selection, so that it differs from none. A replay that failed has no
  // replay_id any more; one that the sweep for forgotten replays gave up still has.
  const found = await rows(
    Row,
    db.$queryRaw`
    SELECT d.state::text AS state, count(chosen.id)::int AS count,
      (count(*) FILTER (WHERE d.state = 'replaying' AND d.replay_id IS NULL))::int AS "atStore",
      (count(*) FILTER (WHERE d.state = 'open' AND d.replay_seen_at >= s.created_at AND d.replay_id IS NULL))::int AS "diedAgain",
      (count(*) FILTER (WHERE d.state = 'open' AND d.replay_seen_at >= s.created_at AND d.replay_id IS NOT NULL))::int AS unheard
    FROM dead_letter_selection s LEFT JOIN LATERAL unnest(s.ids) AS chosen (id) ON true LEFT JOIN dead_letter d ON d.id = chosen.id
    WHERE s.id = ${id}::uuid GROUP BY d.state`,
  );
  if (found.length === 0) return null;
  const of = (state: DeadLetterState | null) => found.find((row) => row.state === state);
  return {
    open: of('open')?.count ?? 0,
    replaying: of('replaying')?.count ?? 0,
    atStore: of('replaying')?.atStore ?? 0,
    resolved: of('resolved')?.count ?? 0,
    discarded: of('discarded')?.count ?? 0,
    diedAgain: of('open')?.diedAgain ?? 0,
    unheard: of('open')?.unheard ?? 0,
    gone: of(null)?.count ?? 0,
  };
}

/**
 * The failed messages of a selection in their current state, in its order: `limit` of them from that number on (0: the
 * first).
 */
export async function listSelection(
  db: Database,
  query: { id: string; from: number; limit: number },
): Promise<DeadLetterSummary[]> {
  if (!z.uuid().safeParse(query.id).success) return [];
  const { from, limit } = query;
  const [slice] = await rows(
    IdsRow,
    db.$queryRaw`
    SELECT ids[${from + 1}::int : ${from + limit}::int] AS ids FROM dead_letter_selection WHERE id = ${query.id}::uuid`,
  );
  const ids = slice?.ids ?? [];
  const found = new Map(
    (await readSummaries(db, ids)).map((failedMessage) => [failedMessage.id, failedMessage]),
  );
  return ids.flatMap((id) => found.get(id) ?? []);
}
