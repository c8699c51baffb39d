import { StorableText } from '@hub/contract';
import { actOnCase, CASE_REFUSAL_LABELS, describeCase, showCase, type CaseAction } from '@hub/support-desk';
import { z } from 'zod';
import { act, look } from './command';
import { CommandFault } from './command-fault';
import { Moment, Note, Text, time } from './fields';
import { describeRisk } from './risks';

/** One case with its items and history. */
export const caseShow = look({
  input: z.strictObject({ case: Text }),
  run: async ({ db, now }, { case: id }) => {
    const shown = await showCase(db, id, now);
    if (!shown) throw new CommandFault('unknown', [CASE_REFUSAL_LABELS.unknown]);
    return {
      ...describeCase(shown.case),
      at_risk: shown.risks.map(
        ({ id: order, orderId, shop, situation, reason, store, since, amount, currency }) => ({
          order,
          order_id: orderId,
          shop,
          situation,
          reason,
          store,
          since: time(since),
          amount,
          currency,
        }),
      ),
      well: shown.well.map(({ orderId, shop, endedAt }) => ({ order_id: orderId, shop, at: time(endedAt) })),
      dead_letters: shown.failedMessages.map(({ id: failedMessage, type, reason, state }) => ({
        id: failedMessage,
        type,
        reason,
        state,
      })),
      alerts: shown.alerts.map(({ id: alert, kind, message, state }) => ({
        id: alert,
        kind,
        message,
        state,
      })),
      history: shown.entries.map(({ at, kind, actor, text, detail }) => ({
        at: time(at),
        kind,
        actor,
        text,
        detail,
      })),
    };
  },
});

const Action = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('take') }),
  z.strictObject({ kind: z.literal('release') }),
  z.strictObject({ kind: z.literal('wake') }),
  z.strictObject({ kind: z.literal('hand_over'), to: Text, note: Note }),
  z.strictObject({ kind: z.literal('note'), text: z.string().trim().min(1).max(2_000).pipe(StorableText) }),
  z.strictObject({ kind: z.literal('snooze'), until: Moment, note: Note }),
  z.strictObject({ kind: z.literal('link'), url: Text.nullable() }),
  z.strictObject({ kind: z.literal('close'), note: Note, anyway: z.boolean().default(false) }),
]) satisfies z.ZodType<CaseAction>;

/** Takes a case, hands it over, and so on; closing one reports its unresolved items, and then requires `anyway`. */
export const caseAct = act({
  input: z.strictObject({ case: Text, action: Action }),
  run: async ({ db, actor, now }, { case: id, action }) => {
    const end = await actOnCase(db, { id, action, actor, now });
    if (end.kind === 'refused' && end.why === 'unknown')
      throw new CommandFault('unknown', [CASE_REFUSAL_LABELS.unknown]);
    const shown = action.kind === 'close' ? await showCase(db, id, now) : null;
    const stays = (shown?.risks ?? []).map(describeRisk);
    if (end.kind === 'refused')
      throw new CommandFault('refused', [
        `nothing is changed: ${CASE_REFUSAL_LABELS[end.why]}`,
        ...stays.map((risk) => `still at risk: ${risk}`),
      ]);
    return { ...describeCase(end.case), still_at_risk: stays };
  },
});
