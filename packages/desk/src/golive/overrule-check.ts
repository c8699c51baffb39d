import { addEntry, describeGoLive } from '@hub/shops';
import { action } from '../engine/action';
import { z } from 'zod';
import { NO_SUCH_SHOP, notOnRecord } from './confirm-capability';
import { lockedGoLive } from './read-go-live';

/** A lead overrules a failed check of the latest rehearsal (D32); the note is the reason, and is shown. */
export const overruleCheck = action({
  names: { 'golive.overrule': 'overruled a failed check of going live' },
  changes: true,
  command: 'golive.overrule',
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
    if (found === null) return NO_SUCH_SHOP;
    const check = describeGoLive(found.facts, found.shop)
      .flatMap(({ rehearsal }) => (rehearsal?.rehearsalId === rehearsalId ? rehearsal.checks : []))
      .find(({ id }) => id === checkId);
    if (check?.result !== 'failed') return notOnRecord('it is no failed check of the latest rehearsal');
    if (check.overruled !== null) return notOnRecord('it was overruled already');
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
