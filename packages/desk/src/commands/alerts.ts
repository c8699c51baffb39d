import { alertsStillAtRisk } from '../problems/still-at-risk';
import { resolveAlerts, takeAlerts } from '../alerts/alert-actions';
import { z } from 'zod';
import { act, carryOut } from './command';
import { Text } from './fields';
import { describeRisk, uuidsOf } from './risks';

const ACTIONS = { take: takeAlerts, resolve: resolveAlerts } as const;

/** Takes or resolves them; reports what stays at risk all the same. */
export const alertsAct = act({
  input: z.strictObject({ action: z.enum(['take', 'resolve']), ids: z.array(Text) }),
  run: async (context, { action, ids }) => {
    const asked = { ids: uuidsOf(ids), now: context.now };
    const risks = action === 'resolve' ? await alertsStillAtRisk(context.db, asked) : [];
    const { answer } = await carryOut(ACTIONS[action], context, { ids });
    return { ...answer, still_at_risk: risks.map(describeRisk) };
  },
});
