import { inTransaction, type Database } from '@hub/database';
import { resumeCalls } from '@hub/shops';
import { recordActions } from '../actions/record-actions';

/** Ends the hold on calls to a store that refused our credentials (D23): all held calls resume together. */
export async function resumeStore(
  db: Database,
  request: { shop: string; actor: string; note?: string | undefined },
): Promise<{ kind: 'done' } | { kind: 'refused'; why: 'unknown_shop' | 'not_held_calls' }> {
  const { shop: slug, actor, note } = request;
  return inTransaction(db, async (tx) => {
    const shop = await tx.shop.findUnique({ where: { slug }, select: { id: true } });
    if (!shop) return { kind: 'refused', why: 'unknown_shop' };
    if (!(await resumeCalls(tx, shop.id))) return { kind: 'refused', why: 'not_held_calls' };
    const detail = note === undefined ? {} : { note };
    const changes = [{ field: 'calls', before: 'suspended', after: 'not suspended' }];
    const subjects = [`shop:${slug}`];
    await recordActions(tx, { actor, action: 'store.resume_calls', subjects, detail, changes });
    return { kind: 'done' };
  });
}
