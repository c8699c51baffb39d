import { actOnAlerts, ALERT_REFUSAL_LABELS, alertsStillAtRisk } from '@hub/support-desk';
import { z } from 'zod';
import { act } from './command';
import { Text } from './fields';
import { describeRisk, uuidsOf } from './risks';

const AT_ONCE = 1_000;

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
