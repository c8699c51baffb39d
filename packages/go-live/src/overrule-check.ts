import { addEntry, describeGoLive } from '@hub/shops';
import { action } from '@hub/support-desk';
import { z } from 'zod';
import { lockedGoLive } from './read-go-live';

/** Why a check is not overruled, as labels. */
const OVERRULE_REFUSAL_LABELS = {
  unknown_shop: 'there is no such shop',
  not_failed: 'it is no failed check of the latest rehearsal',
  overruled_before: 'it was overruled already',
} as const;
const notOverruled = (why: keyof typeof OVERRULE_REFUSAL_LABELS) =>
  ({ kind: 'refused', says: `It is not on record: ${OVERRULE_REFUSAL_LABELS[why]}.` }) as const;

/** A lead overrules a failed check of the latest rehearsal (D32); the note is the reason, and is shown. */
export const overruleCheck = action({
  name: 'golive.overrule',
  role: 'lead',
  note: 'required',
  noteMissing: 'it needs a reason',
  input: z.strictObject({
    shop: z.string().min(1).max(255),
    rehearsal: z.uuid(),
    check: z.string().min(1).max(255),
  }),
  chosen: ['rehearsal', 'check'],
  async run(tx, { shop, rehearsal: rehearsalId, check: checkId }, { actor, note: reason }) {
    const found = await lockedGoLive(tx, shop);
    if (found === null) return notOverruled('unknown_shop');
    const check = describeGoLive(found.facts, found.shop)
      .flatMap(({ rehearsal }) => (rehearsal?.rehearsalId === rehearsalId ? rehearsal.checks : []))
      .find(({ id }) => id === checkId);
    if (check?.result !== 'failed') return notOverruled('not_failed');
    if (check.overruled !== null) return notOverruled('overruled_before');
    const { capability } = check;
    const detail = { check: checkId, reason };
    await addEntry(tx, { shopId: found.id, kind: 'overruled', capability, rehearsalId, actor, detail });
    return {
      kind: 'done',
      says: 'It is on record.',
      answer: { overruled: checkId },
      record: {
        subjects: [`shop:${shop}`],
        detail: { capability, check: checkId },
        changes: [{ field: checkId, before: 'failed', after: 'overruled' }],
      },
    };
  },
});
