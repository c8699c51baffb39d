import { inTransaction, resolveAlert, type Database, type ReturnState } from '@hub/database';
import { COMMANDS, enqueue } from '@hub/messaging';
import { z } from 'zod';
import { recordActions } from '../actions/record-actions';

/** When the pass of the returns service sends another command, should ours be lost. */
const LOST_AFTER_MS = 6 * 60_000;

/**
 * Lets a return go on that waited, for it could have had something refunded twice (D13): support has made sure that it
 * has not, and it is registered at the selling shop.
 */
export async function releaseReturn(
  db: Database,
  request: { id: string; actor: string; note?: string | undefined },
): Promise<{ kind: 'done' } | { kind: 'refused'; why: 'unknown' | 'not_waiting' }> {
  const { id, actor, note } = request;
  if (!z.uuid().safeParse(id).success) return { kind: 'refused', why: 'unknown' };
  return inTransaction(db, async (tx) => {
    await tx.$executeRaw`
      SELECT 1 FROM seller_order WHERE id = (SELECT seller_order_id FROM "return" WHERE id = ${id}::uuid) FOR UPDATE`;
    const [found] = await tx.$queryRaw<{ state: ReturnState; correlation: string }[]>`
      SELECT state::text AS state, correlation FROM "return" WHERE id = ${id}::uuid FOR UPDATE`;
    if (!found) return { kind: 'refused', why: 'unknown' };
    if (found.state !== 'waiting') return { kind: 'refused', why: 'not_waiting' };
    await tx.return.update({
      where: { id },
      data: { state: 'due', nextAttemptAt: new Date(Date.now() + LOST_AFTER_MS) },
      select: { id: true },
    });
    await resolveAlert(tx, 'return_waiting', `return:${id}`);
    const detail = note === undefined ? {} : { note };
    await recordActions(tx, { actor, action: 'return.release', subjects: [`return:${id}`], detail });
    const { correlation } = found;
    await enqueue(tx, COMMANDS.registerReturn, { payload: { returnId: id }, correlation });
    return { kind: 'done' };
  });
}
