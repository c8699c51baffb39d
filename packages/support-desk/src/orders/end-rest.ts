import { inTransaction, type Database } from '@hub/database';
import { endRest as end, type RestEnded, type WholeLines } from '@hub/orders';
import { recordActions } from '../actions/record-actions';
import { NOTE_MISSING } from './settle-order';

/**
 * Records, on a lead's responsibility, that the pieces of a shipping order that are in no package will not ship (D12).
 * @param request.reference the shipping order's `external_ref`
 */
export async function endRest(
  db: Database,
  request: {
    reference: string;
    wholeLines: WholeLines;
    actor: string;
    /** Who at the shop said so, when and how; without it nothing is done. */
    note: string | undefined;
    /** Milliseconds since the epoch. */
    now?: number | undefined;
  },
): Promise<RestEnded> {
  const { reference, wholeLines, actor, note, now = Date.now() } = request;
  if (note === undefined) return { kind: 'refused', reason: NOTE_MISSING };
  return inTransaction(db, async (tx) => {
    const ended = await end(tx, { reference, wholeLines, now });
    if (ended.kind !== 'ended') return ended;
    const { sellerOrderId, shop, wholeLineIds, partLineIds } = ended;
    const detail = { reference, shop, wholeLines, wholeLineIds, partLineIds, note };
    await recordActions(tx, {
      actor,
      action: 'order.end_rest',
      subjects: [`order:${sellerOrderId}`],
      detail,
    });
    return ended;
  });
}
