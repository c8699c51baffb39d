import { CASE_ACTIONS } from '../cases/case-actions';
import { CASE_REFUSAL_LABELS } from '../cases/decide-case-action';
import { describeCase } from '../cases/case-list';
import { showCase } from '../cases/show-case';
import { z } from 'zod';
import { act, look } from './command';
import { CommandFault } from './command-fault';
import { Text, time } from './fields';
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

type Kind = keyof typeof CASE_ACTIONS;
const KINDS = Object.keys(CASE_ACTIONS).filter((kind): kind is Kind => kind in CASE_ACTIONS);
const Action = z.looseObject({ kind: z.enum(KINDS) });

/** Takes a case, hands it over, and so on; closing one reports its unresolved items, and then requires `anyway`. */
export const caseAct = act({
  input: z.strictObject({ case: Text, action: Action }),
  run: async (context, { case: id, action: { kind, ...given } }) => {
    const end = await CASE_ACTIONS[kind].act(context, { ...given, case: id });
    const { db, now } = context;
    const shown = kind === 'close' && end.kind !== 'unknown' ? await showCase(db, id, now) : null;
    const stays = (shown?.risks ?? []).map(describeRisk);
    if (end.kind === 'done') return { ...describeCase(end.answer), still_at_risk: stays };
    const said = end.kind === 'refused' && end.why ? `nothing is changed: ${end.why}` : end.says;
    const lines = [
      end.field ? `${end.field}: ${said}` : said,
      ...stays.map((risk) => `still at risk: ${risk}`),
    ];
    throw new CommandFault(end.kind, lines, end.field);
  },
});
