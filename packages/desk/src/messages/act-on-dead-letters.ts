import { randomUUID } from 'node:crypto';
import type { Tx } from '@hub/database';
import { enqueueReplays } from '@hub/messaging';
import { z } from 'zod';
import {
  lockDeadLetters,
  markDiscarded,
  markReplaying,
  markRestored,
  type LockedDeadLetter,
} from './dead-letter-records';
import { decideAction, type ActionRefusal, type DeadLetterAction } from './decide-action';

const Uuid = z.uuid();

export interface DeadLettersRequest {
  action: DeadLetterAction;
  /** Those that were shown: what has failed since is skipped. They are sent in this order. */
  ids: readonly string[];
}

export interface DeadLettersDone {
  done: string[];
  refused: { id: string; why: ActionRefusal }[];
}

/**
 * Replays, discards or restores failed messages. Each is decided under its row lock, so that of two concurrent actions one is
 * refused. The caller records it.
 */
export async function carryOutBatch(tx: Tx, request: DeadLettersRequest): Promise<DeadLettersDone> {
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
  { ids, action }: DeadLettersRequest,
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
