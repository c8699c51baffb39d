import { inTransaction, rows, type Database, type Tx } from '@hub/database';
import { z } from 'zod';
import { recordActions } from '../engine/record-actions';
import { carryOutBatch } from '../messages/act-on-dead-letters';
import type { ActionRefusal } from '../messages/decide-action';
import { WORKS, WORK_KINDS, type WorkKind } from './works';

/** Requests to resume the same work within this time count as one, unless the work failed again in between. */
const ONE_REQUEST_MS = 10_000;

/** Work that was given up and can be resumed: by the id of its shipping order, package, return or stop. */
export interface ResumableWork {
  kind: WorkKind;
  id: string;
}

/** `resuming`: it was asked for a moment before, and nothing more is done. */
export type ResumedWork =
  | { kind: 'resumed' | 'resuming' }
  | { kind: 'refused'; why: ActionRefusal | 'not_failed' | 'unknown' };

/** How the audit names it, whichever action does it. */
export const RESUMED = { 'work.resume': 'resumed work that was given up' } as const;

/**
 * Resumes work that was given up (D23): replays its failed message, so that the outcome is recorded there, or sends its
 * command again if there is none. Only work marked as failed is resumed; the workers' own claims ensure that it runs
 * once.
 */
export async function resumeWork(
  db: Database,
  request: { work: ResumableWork; actor: string },
): Promise<ResumedWork> {
  const { work, actor } = request;
  return inTransaction(db, async (tx) => {
    const end = await resumeIn(tx, work, actor);
    if (end.kind === 'resumed')
      await recordActions(tx, { actor, action: 'work.resume', subjects: [`${work.kind}:${work.id}`] });
    return end;
  });
}

/** The same within a transaction, whose caller records who did it. */
export async function resumeIn(tx: Tx, { kind, id }: ResumableWork, actor: string): Promise<ResumedWork> {
  const work = WORKS[kind];
  const subject = `${kind}:${id}`;
  await tx.$queryRaw`SELECT 1 AS turn FROM (SELECT pg_advisory_xact_lock(hashtextextended(${subject}, 0))) AS t`;
  const found = await work.findFailure(tx, id);
  if (!found) return { kind: 'refused', why: 'unknown' };
  if (!found.failed) return { kind: 'refused', why: 'not_failed' };
  const failedMessage = await findDeadLetter(tx, { origin: work.origin, identity: work.identity(id) });
  if (failedMessage?.state === 'replaying') return { kind: 'refused', why: 'replay_pending' };
  if (failedMessage?.state === 'open') {
    const { done } = await carryOutBatch(tx, { action: 'replay', ids: [failedMessage.id] });
    const subjects = done.map((one) => `dead_letter:${one}`);
    await recordActions(tx, {
      actor,
      action: 'dead_letter.replay',
      subjects,
      detail: { note: `resumes ${kind}` },
    });
  } else if (await isResuming(tx, subject, found.reference)) return { kind: 'resuming' };
  else await work.send(tx, id, found.correlation);
  return { kind: 'resumed' };
}

/**
 * Until a worker takes its command, work is still marked as failed: a second click then repeats the first request. If the
 * store was called after that request, the work has failed again.
 */
async function isResuming(tx: Tx, subject: string, reference: string | null): Promise<boolean> {
  const found = await rows(
    z.object({ id: z.bigint() }),
    tx.$queryRaw`
    SELECT a.id FROM support_action a
    WHERE a.subject = ${subject} AND a.action = 'work.resume'
      AND a.at > clock_timestamp() - ${ONE_REQUEST_MS}::int * interval '1 millisecond'
      AND NOT EXISTS (SELECT FROM store_call c WHERE c.at > a.at AND c.reference = ${reference})
    LIMIT 1`,
  );
  return found.length > 0;
}

/** The owner of one of our references, which a call carried as its `external_ref`. */
export async function findWork(db: Database, reference: string): Promise<ResumableWork | null> {
  for (const kind of WORK_KINDS) {
    const found = await WORKS[kind].findByReference(db, reference);
    if (found) return { kind, id: found.id };
  }
  return null;
}

function findDeadLetter(tx: Tx, where: { origin: string; identity: string }) {
  return tx.deadLetter.findUnique({ where: { origin_identity: where }, select: { id: true, state: true } });
}
