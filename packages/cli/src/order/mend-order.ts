import { readFileSync } from 'node:fs';
import type { Database } from '@hub/database';
import {
  closeReturn,
  correctAddress,
  DESK_REFUSAL_WORDS,
  endHold,
  orderTimeline,
  releaseReturn,
} from '@hub/support-desk';
import { CommandFailure } from '../failure';

export interface Deed {
  /** Of the seller order. */
  id: string;
  actor: string;
  note?: string | undefined;
}

/** Ends what holds an order; throws `CommandFailure` where it may not be. */
export async function carryOutEndHold(db: Database, deed: Deed) {
  const end = await endHold(db, deed);
  if (end.kind === 'refused') throw new CommandFailure([`not ended: ${DESK_REFUSAL_WORDS[end.why]}`]);
  return { ended: end.heldReason };
}

/** Corrects the address of an order by a JSON file in the contract's field names. */
export async function carryOutCorrection(db: Database, deed: Deed & { file: string }) {
  const { id, actor, file } = deed;
  const end = await correctAddress(db, { id, actor, address: readJson(file) });
  if (end.kind === 'invalid')
    throw new CommandFailure(end.faults.map(({ field, message }) => `${field}: ${message}`));
  if (end.kind === 'refused') throw new CommandFailure([`not corrected: ${DESK_REFUSAL_WORDS[end.why]}`]);
  return { changed: end.changed, rebuilt: end.rebuilt };
}

interface ReturnsDeed extends Deed {
  /** One return alone; undefined: all of the order that wait. */
  returnId?: string | undefined;
}

/** Releases the returns of an order that wait, or the one named. */
export async function carryOutRelease(db: Database, deed: ReturnsDeed) {
  return { released: await decideReturns(db, deed, releaseReturn) };
}

/** Closes the returns of an order that wait, or the one named: no call tells of them. */
export async function carryOutCloseReturn(db: Database, deed: ReturnsDeed) {
  return { closed: await decideReturns(db, deed, closeReturn) };
}

async function decideReturns(
  db: Database,
  { id, actor, note, returnId }: ReturnsDeed,
  decide: typeof releaseReturn,
): Promise<string[]> {
  const timeline = await orderTimeline(db, id);
  const waiting = (timeline?.returns ?? [])
    .filter(({ state }) => state === 'waiting')
    .map((goods) => goods.id);
  const chosen = returnId === undefined ? waiting : [returnId];
  if (chosen.length === 0) throw new CommandFailure(['no return of this order waits for support']);
  for (const one of chosen) {
    const end = await decide(db, { id: one, actor, note });
    if (end.kind === 'refused')
      throw new CommandFailure([`${one}: not done, ${DESK_REFUSAL_WORDS[end.why]}`]);
  }
  return chosen;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw new CommandFailure(['the file holds no JSON']);
    throw error;
  }
}
