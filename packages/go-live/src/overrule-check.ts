import { inTransaction, type Database } from '@hub/database';
import { addEntry, describeGoLive } from '@hub/shops';
import { recordActions } from '@hub/support-desk';
import { lockedGoLive } from './read-go-live';

export interface OverruleRequest {
  /** Slug. */
  shop: string;
  rehearsalId: string;
  checkId: string;
  reason: string;
  /** For the trail, such as `lead:ada`. */
  actor: string;
}

/** Why a check is not overruled, as labels. */
export const OVERRULE_REFUSAL_LABELS = {
  unknown_shop: 'there is no such shop',
  no_reason: 'it needs a reason',
  not_failed: 'it is no failed check of the latest rehearsal',
  overruled_before: 'it was overruled already',
} as const;
export type OverruleRefusal = keyof typeof OVERRULE_REFUSAL_LABELS;

/** A lead overrules a failed check of the latest rehearsal, with a reason (D32). The caller checks the permission. */
export async function overruleCheck(
  db: Database,
  request: OverruleRequest,
): Promise<{ kind: 'overruled' } | { kind: 'refused'; why: OverruleRefusal }> {
  const { shop, rehearsalId, checkId, actor } = request;
  const reason = request.reason.trim();
  if (reason === '') return { kind: 'refused', why: 'no_reason' };
  return inTransaction(db, async (tx) => {
    const found = await lockedGoLive(tx, shop);
    if (found === null) return { kind: 'refused', why: 'unknown_shop' };
    const check = describeGoLive(found.facts, found.shop)
      .flatMap(({ rehearsal }) => (rehearsal?.rehearsalId === rehearsalId ? rehearsal.checks : []))
      .find(({ id }) => id === checkId);
    if (check?.result !== 'failed') return { kind: 'refused', why: 'not_failed' };
    if (check.overruled !== null) return { kind: 'refused', why: 'overruled_before' };
    const { capability } = check;
    const detail = { check: checkId, reason };
    await addEntry(tx, { shopId: found.id, kind: 'overruled', capability, rehearsalId, actor, detail });
    await recordActions(tx, {
      actor,
      action: 'golive.overrule',
      subjects: [`shop:${shop}`],
      detail: { capability, check: checkId, note: reason },
      changes: [{ field: checkId, before: 'failed', after: 'overruled' }],
    });
    return { kind: 'overruled' };
  });
}
