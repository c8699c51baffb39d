import type { Tx } from '@hub/database';
import type { BodyCipher } from '@hub/installation';
import type { Forecasts } from '@hub/messaging';
import { z } from 'zod';
import { action, type Acted, type Acting } from '../engine/action';
import { carryOutBatch } from './act-on-dead-letters';
import { REFUSAL_LABELS, type ActionRefusal, type DeadLetterAction } from './decide-action';
import { showDeadLetter } from './show-dead-letter';
import { counted } from '../words/counted';

/** Failed messages per action: few, so that their rows, and the relay's live messages, never wait long. */
export const MESSAGES_AT_ONCE = 500;

/** What became of each: those that were refused do not block the others. */
export interface MessagesDone {
  done: string[];
  refused: { id: string; why: ActionRefusal; says: string }[];
}

const Input = z.strictObject({ ids: z.array(z.string().min(1).max(500)).min(1).max(MESSAGES_AT_ONCE) });

export interface NeedsWorkers {
  forecasts: Forecasts;
  cipher: BodyCipher;
}

/** Sends messages again to the queues that they failed in. */
const replay = action({
  names: { 'dead_letter.replay': 'replayed a failed message' },
  /** `shown`: of a single message, the forecast that the person was shown: it is not replayed on the strength of another. */
  input: Input.extend({ shown: z.string().max(2_000).optional() }),
  chosen: ['shown'],
  async before({ db, forecasts, cipher }: Acting & NeedsWorkers, { ids: [id = ''], shown }) {
    if (shown === undefined) return null;
    const message = await showDeadLetter(db, id, { forecasts, cipher });
    const isAsShown = message?.state !== 'open' || message.forecast.says === shown;
    return isAsShown ? null : { kind: 'unchanged', says: '', answer: refusedAll([id], 'forecast_changed') };
  },
  run: (tx, { ids }) => onMessages(tx, 'replay', ids),
});

/** What is discarded is never handled again, unless a person finds out why it was. */
const discard = action({
  names: { 'dead_letter.discard': 'discarded a failed message' },
  note: 'required',
  noteMissing: REFUSAL_LABELS.note_missing,
  input: Input,
  run: (tx, { ids }) => onMessages(tx, 'discard', ids),
});

const restore = action({
  names: { 'dead_letter.restore': 'restored a failed message' },
  input: Input,
  run: (tx, { ids }) => onMessages(tx, 'restore', ids),
});

/** The actions on failed messages, by name. */
export const MESSAGE_ACTIONS = { replay, discard, restore } as const;

async function onMessages(
  tx: Tx,
  what: DeadLetterAction,
  given: readonly string[],
): Promise<Acted<MessagesDone>> {
  const ids = [...new Set(given.map((id) => id.toLowerCase()))];
  const { done, refused } = await carryOutBatch(tx, { action: what, ids });
  const answer = { done, refused: refused.map(({ id, why }) => ({ id, why, says: REFUSAL_LABELS[why] })) };
  const says = `${counted(done.length, 'message')} done, ${refused.length} refused.`;
  if (done.length === 0) return { kind: 'unchanged', says, answer };
  return { kind: 'done', says, answer, record: { subjects: done.map((id) => `dead_letter:${id}`) } };
}

function refusedAll(ids: readonly string[], why: ActionRefusal): MessagesDone {
  return { done: [], refused: ids.map((id) => ({ id, why, says: REFUSAL_LABELS[why] })) };
}
