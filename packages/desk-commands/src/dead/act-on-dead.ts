import {
  actOnDeadLetters,
  BULK,
  DEAD_LETTER_ACTIONS,
  findWork,
  failedMessagesStillAtRisk,
  REFUSAL_LABELS,
  resumeWork,
} from '@hub/support-desk';
import { z } from 'zod';
import { act, requireRole } from '../command';
import { CommandFault } from '../command-fault';
import { Note, Text } from '../fields';
import { describeRisk, uuidsOf } from '../risks';

const AT_ONCE = 10_000;

/** Replays, discards or restores individually named failed messages. */
export const deadAct = act({
  input: z.strictObject({
    action: z.enum(DEAD_LETTER_ACTIONS),
    ids: z.array(Text).min(1).max(AT_ONCE),
    note: Note,
  }),
  run: async (context, { action, ids, note }) => {
    const { db, actor, now } = context;
    if (ids.length > BULK) requireRole(context, 'lead', `more than ${BULK} at once`);
    const asked = { ids: uuidsOf(ids), now };
    const risks = action === 'discard' ? await failedMessagesStillAtRisk(db, asked) : [];
    const { done, refused } = await actOnDeadLetters(db, { action, ids, actor, note });
    return {
      done,
      refused: refused.map(({ id, why }) => ({ id, why, says: REFUSAL_LABELS[why] })),
      still_at_risk: risks.map(describeRisk),
    };
  },
});

/** Resumes a call that was given up (D23), found by the reference that its store knows. */
export const deadResume = act({
  input: z.strictObject({ reference: Text }),
  run: async ({ db, actor }, { reference }) => {
    const work = await findWork(db, reference);
    if (!work) throw new CommandFault('unknown', [`nothing of ours has the reference "${reference}"`]);
    const resumed = await resumeWork(db, { work, actor });
    if (resumed.kind === 'refused') {
      const words = resumed.why === 'not_failed' ? 'it was not given up' : REFUSAL_LABELS[resumed.why];
      throw new CommandFault('refused', [`${work.kind} ${reference}: refused, ${words}`]);
    }
    return { resumed: work.kind, reference };
  },
});
