import {
  actOnDeadLetters,
  BULK,
  DEAD_LETTER_ACTIONS,
  findWork,
  failedMessagesStillAtRisk,
  REFUSAL_LABELS,
  replayAsShown,
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
  input: z
    .strictObject({
      action: z.enum(DEAD_LETTER_ACTIONS),
      ids: z.array(Text).min(1).max(AT_ONCE),
      note: Note,
      /** Of a single replay: what it would do, as `dead.show` says it. */
      shown: z.string().max(2_000).optional(),
    })
    .refine(({ action, ids, shown }) => shown === undefined || (action === 'replay' && ids.length === 1), {
      path: ['shown'],
      message: 'of a single replay alone',
    }),
  run: async (context, { action, ids, note, shown }) => {
    const { db, actor, now } = context;
    if (ids.length > BULK) requireRole(context, 'lead', `more than ${BULK} at once`);
    const asked = { ids: uuidsOf(ids), now };
    const risks = action === 'discard' ? await failedMessagesStillAtRisk(db, asked) : [];
    const [first = ''] = ids;
    const { done, refused } =
      shown === undefined
        ? await actOnDeadLetters(db, { action, ids, actor, note })
        : await replayAsShown(db, { id: first, shown, actor, note }, context);
    if (refused.some(({ why }) => why === 'note_missing'))
      throw new CommandFault('invalid', [`note: ${REFUSAL_LABELS.note_missing}`], 'note');
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
