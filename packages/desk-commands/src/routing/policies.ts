import { BandKm, bandKmOf, criteriaWithBand, ReadCriteria, WHOLE_EARTH_KM, writeCriteria } from '@hub/orders';
import {
  adoptPolicy,
  DESK_REFUSAL_LABELS,
  listPolicies,
  PolicyName,
  withdrawPolicy,
} from '@hub/support-desk';
import { z } from 'zod';
import { act, look } from '../command';
import { CommandFault } from '../command-fault';
import { Moment, Note, Text, time } from '../fields';
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

/** Criteria in their order, or the built-in ones with other bands. */
const ADOPTED = 'name either criteria or band_km';

/** Makes another policy choose shops from a moment on. */
export const routeAdoptPolicy = act({
  role: 'lead',
  input: z
    .strictObject({
      name: PolicyName,
      band_km: BandKm.optional(),
      criteria: ReadCriteria.optional(),
      valid_from: Moment,
      note: Note,
    })
    .refine(({ band_km, criteria }) => (band_km === undefined) !== (criteria === undefined), {
      message: ADOPTED,
      path: ['criteria'],
    }),
  run: async ({ db, actor }, { name, band_km, criteria: given, valid_from: validFrom, note }) => {
    const criteria = given ?? criteriaWithBand(band_km ?? WHOLE_EARTH_KM);
    const end = await adoptPolicy(db, { name, criteria, validFrom, actor, note, clock: Date });
    if (end.kind === 'refused')
      throw new CommandFault('refused', [`not adopted: ${DESK_REFUSAL_LABELS[end.why]}`]);
    return {
      name,
      band_km: bandKmOf(criteria),
      criteria: writeCriteria(criteria),
      valid_from: time(validFrom),
    };
  },
});

/** Withdraws an adopted policy before its start. */
export const routeWithdrawPolicy = act({
  role: 'lead',
  input: z.strictObject({ name: Text, note: Note }),
  run: async ({ db, actor }, { name, note }) => {
    const end = await withdrawPolicy(db, { name, actor, note, clock: Date });
    if (end.kind === 'refused')
      throw new CommandFault('refused', [`not withdrawn: ${DESK_REFUSAL_LABELS[end.why]}`]);
    return { name, withdrawn: true };
  },
});
