import { BULK, DEAD_LETTER_ACTIONS, REFUSAL_LABELS } from '../../messages/decide-action';
import { findWork, resumeWork } from '../../works/resume-work';
import { failedMessagesStillAtRisk } from '../../problems/still-at-risk';
import { MESSAGE_ACTIONS, MESSAGES_AT_ONCE } from '../../messages/message-actions';
import { z } from 'zod';
import { act, carryOut, requireRole } from '../command';
import { CommandFault } from '../command-fault';
import { Text } from '../fields';
import { describeRisk, uuidsOf } from '../risks';

const AT_ONCE = 10_000;

/** Replays, discards or restores individually named failed messages, in parts, each recorded by itself. */
export const deadAct = act({
  input: z
    .strictObject({
      action: z.enum(DEAD_LETTER_ACTIONS),
      ids: z.array(Text).min(1).max(AT_ONCE),
      note: z.string().optional(),
      /** Of a single replay: what it would do, as `dead.show` says it. */
      shown: z.string().optional(),
    })
    .refine(({ action, ids, shown }) => shown === undefined || (action === 'replay' && ids.length === 1), {
      path: ['shown'],
      message: 'of a single replay alone',
    }),
  run: async (context, { action, ids, ...given }) => {
    const { db, now } = context;
    if (ids.length > BULK) requireRole(context, 'lead', `more than ${BULK} at once`);
    const asked = { ids: uuidsOf(ids), now };
    const risks = action === 'discard' ? await failedMessagesStillAtRisk(db, asked) : [];
    const parts = [];
    for (let start = 0; start < ids.length; start += MESSAGES_AT_ONCE) {
      const part = { ...given, ids: ids.slice(start, start + MESSAGES_AT_ONCE) };
      parts.push((await carryOut(MESSAGE_ACTIONS[action], context, part)).answer);
    }
    return {
      done: parts.flatMap(({ done }) => done),
      refused: parts.flatMap(({ refused }) => refused),
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
