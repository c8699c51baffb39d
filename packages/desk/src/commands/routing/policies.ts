import { bandKmOf, writeCriteria } from '@hub/orders/routing';
import { listPolicies } from '../../routing/policies';
import { z } from 'zod';
import { look } from '../command';
import { time } from '../fields';
import { describePolicy } from './describe-policy';

/** The policy in force, and every other adopted policy (D19). */
export const routePolicies = look({
  input: z.strictObject({}),
  run: async ({ db, now }) => {
    const { inForce, builtIn, policies } = await listPolicies(db, now);
    return {
      in_force: describePolicy(inForce),
      built_in: describePolicy(builtIn),
      adopted: policies.map((policy) => ({
        name: policy.name,
        band_km: bandKmOf(policy.criteria),
        criteria: writeCriteria(policy.criteria),
        valid_from: time(policy.validFrom),
        state: policy.state,
        adopted_by: policy.adoptedBy,
        adopted_at: time(policy.adoptedAt),
        withdrawn_by: policy.withdrawnBy,
        withdrawn_at: time(policy.withdrawnAt),
        note: policy.note,
      })),
    };
  },
});
