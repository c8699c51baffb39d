import { randomUUID } from 'node:crypto';
import { inTransaction, type Database, type Prisma, type Tx } from '@hub/database';
import { enqueueReplays } from '@hub/messaging';
import { z } from 'zod';
import { recordActions } from '../actions/record-actions';
import {
  lockDeadLetters,
  markDiscarded,
  markReplaying,
  markRestored,
  type LockedDeadLetter,
} from './dead-letter-records';
import { decideAction, requiresNote, type ActionRefusal, type DeadLetterAction } from './decide-action';

/** Failed messages per transaction: few, so that their rows, and the relay's live messages, never wait long. */
const BATCH = 500;
const Uuid = z.uuid();

export interface DeadLettersRequest {
  action: DeadLetterAction;
  /** Those that were shown: what has failed since is skipped. They are sent in this order. */
  ids: readonly string[];
  actor: string;
  /** Why, for the trail; no personal data. */
  note?: string | undefined;
}

export interface DeadLettersDone {
  done: string[];
  refused: { id: string; why: ActionRefusal }[];
}

/**
 * Replays, discards or restores failed messages, batch by batch. Each is decided under its row lock, so that of two
 * concurrent actions one is refused; a process that dies in between leaves the rest unchanged, and a repeat duplicates
 * nothing.
 */
export async function actOnDeadLetters(db: Database, request: DeadLettersRequest): Promise<DeadLettersDone> {
  const ids = [...new Set(request.ids.map((id) => id.toLowerCase()))];
  const result: DeadLettersDone = { done: [], refused: [] };
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = { ...request, ids: ids.slice(start, start + BATCH) };
    const { done, refused } = await inTransaction(db, (tx) => actOnBatch(tx, batch));
    result.done.push(...done);
    result.refused.push(...refused);
  }
  return result;
}

/** The same within the caller's transaction, for a few. */
export async function actOnBatch(tx: Tx, request: DeadLettersRequest): Promise<DeadLettersDone> {
  const { action, actor, note } = request;
  if (note === undefined && requiresNote(action))
    return { done: [], refused: request.ids.map((id) => ({ id, why: 'note_missing' })) };
  const result = await carryOutBatch(tx, request);
  const subjects = result.done.map((id) => `dead_letter:${id}`);
  const detail: Prisma.InputJsonObject = note === undefined ? {} : { note };
  if (subjects.length > 0)
    await recordActions(tx, { actor, action: `dead_letter.${action}`, subjects, detail });
  return result;
}

/** The same for a caller that writes the audit itself. */
export async function carryOutBatch(
  tx: Tx,
  request: Pick<DeadLettersRequest, 'action' | 'ids'>,
): Promise<DeadLettersDone> {
  const locked = await lockDeadLetters(
    tx,
    request.ids.filter((id) => Uuid.safeParse(id).success),
  );
  const result = decideAll(locked, request);
  if (result.done.length > 0) await carryOut(tx, request.action, result.done);
  return result;
}

function decideAll(
  locked: ReadonlyMap<string, LockedDeadLetter>,
  { ids, action }: Pick<DeadLettersRequest, 'action' | 'ids'>,
): DeadLettersDone {
  const result: DeadLettersDone = { done: [], refused: [] };
  for (const id of ids) {
    const decision = decideAction(locked.get(id) ?? null, action);
    if (decision.kind === 'do') result.done.push(id);
    else result.refused.push({ id, why: decision.why });
  }
  return result;
}

async function carryOut(tx: Tx, action: DeadLetterAction, ids: string[]): Promise<void> {
  switch (action) {
    case 'replay':
      return replay(tx, ids);
    case 'discard':
      return markDiscarded(tx, ids);
    case 'restore':
      return markRestored(tx, ids);
  }
}

async function replay(tx: Tx, ids: readonly string[]): Promise<void> {
  const replays = ids.map((deadLetterId) => ({ deadLetterId, messageId: randomUUID() }));
  await enqueueReplays(tx, replays);
  await markReplaying(tx, replays);
}
