import { ALERT_KINDS } from '@hub/alerts';
import type { AlertState } from '@hub/database';
import {
  actOnAlerts,
  ALERT_REFUSAL_LABELS,
  alertsStillAtRisk,
  listAlerts,
  type AlertSummary,
} from '@hub/support-desk';
import { z } from 'zod';
import { act, look } from './command';
import { Limit, Moment, oneOf, shopIdOf, Text, time } from './fields';
import { describeRisk, uuidsOf } from './risks';

const STATES: Record<string, AlertState[]> = {
  open: ['open'],
  taken: ['taken'],
  resolved: ['resolved'],
  unresolved: ['open', 'taken'],
  all: ['open', 'taken', 'resolved'],
};
const AT_ONCE = 1_000;

/** What support must look at, the latest first. */
export const alertsList = look({
  input: z.strictObject({
    shop: Text.optional(),
    kind: oneOf(ALERT_KINDS).optional(),
    state: oneOf(['open', 'taken', 'resolved', 'unresolved', 'all']).default('unresolved'),
    since: Moment.optional(),
    limit: Limit,
  }),
  run: async ({ db }, { shop, kind, state, since, limit }) => {
    const filter = { shopId: await shopIdOf(db, shop), kind, states: STATES[state], since };
    return (await listAlerts(db, { filter, limit })).map(describe);
  },
});

function describe(alert: AlertSummary) {
  return {
    id: alert.id,
    kind: alert.kind,
    subject: alert.subject,
    shop: alert.shop,
    order_id: alert.orderId,
    message: alert.message,
    detail: alert.detail,
    state: alert.state,
    taken_by: alert.takenBy,
    count: alert.count,
    first_at: time(alert.firstAt),
    last_at: time(alert.lastAt),
    resolved_at: time(alert.resolvedAt),
  };
}

/** Takes or resolves them; reports what stays at risk all the same. */
export const alertsAct = act({
  input: z.strictObject({
    action: z.enum(['take', 'resolve']),
    ids: z.array(Text).min(1).max(AT_ONCE),
  }),
  run: async ({ db, actor, now }, { action, ids }) => {
    const asked = { ids: uuidsOf(ids), now };
    const risks = action === 'resolve' ? await alertsStillAtRisk(db, asked) : [];
    const { done, refused } = await actOnAlerts(db, { action, ids, actor });
    return {
      done,
      refused: refused.map(({ id, why }) => ({ id, why, says: ALERT_REFUSAL_LABELS[why] })),
      still_at_risk: risks.map(describeRisk),
    };
  },
});
