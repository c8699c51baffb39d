import { inTransaction, ReturnState, rows, type Database, type Tx } from '@hub/database';
import { resolveAlert } from '@hub/alerts';
import { lockSellerOrderOfReturn } from '@hub/orders';
import { z } from 'zod';
import { recordActions } from '../actions/record-actions';

const LockedReturn = z.object({ state: z.enum(ReturnState), correlation: z.string() });

export interface WaitingReturnRequest {
  id: string;
  actor: string;
  note?: string | undefined;
}
export type WaitingReturnOutcome = { kind: 'done' } | { kind: 'refused'; why: 'unknown' | 'not_waiting' };

interface WaitingReturn {
  id: string;
  correlation: string;
}

/** Support's decision on a waiting return. */
interface Decision {
  deed: 'return.release' | 'return.close';
  /** Its state afterwards. */
  after: ReturnState;
  carryOut: (tx: Tx, waiting: WaitingReturn) => Promise<void>;
}

/** Decides a waiting return (D13), once, under the locks of its order and itself; its alert is resolved. */
export async function endWaiting(
  db: Database,
  { id, actor, note }: WaitingReturnRequest,
  { deed, after, carryOut }: Decision,
): Promise<WaitingReturnOutcome> {
  if (!z.uuid().safeParse(id).success) return { kind: 'refused', why: 'unknown' };
  return inTransaction(db, async (tx) => {
    await lockSellerOrderOfReturn(tx, id);
    const [found] = await rows(
      LockedReturn,
      tx.$queryRaw`
      SELECT state::text AS state, correlation FROM "return" WHERE id = ${id}::uuid FOR UPDATE`,
    );
    if (!found) return { kind: 'refused', why: 'unknown' };
    if (found.state !== 'waiting') return { kind: 'refused', why: 'not_waiting' };
    await carryOut(tx, { id, correlation: found.correlation });
    await resolveAlert(tx, 'return_waiting', `return:${id}`);
    const detail = note === undefined ? {} : { note };
    const changes = [{ field: 'state', before: found.state, after }];
    await recordActions(tx, { actor, action: deed, subjects: [`return:${id}`], detail, changes });
    return { kind: 'done' };
  });
}
