import {
  adoptPolicy,
  BandKm,
  DESK_REFUSAL_LABELS,
  listPolicies,
  PolicyName,
  withdrawPolicy,
} from '@hub/support-desk';
import { z } from 'zod';
import { act, look } from '../command';
import { CommandFault } from '../command-fault';
import { Moment, Note, Text, time } from '../fields';

/** The policy in force, and every other adopted policy (D19). */
export const routePolicies = look({
  input: z.strictObject({}),
  run: async ({ db, now }) => {
    const { inForce, builtIn, policies } = await listPolicies(db, now);
    return {
      in_force: { version: inForce.version, band_km: inForce.bandKm },
      built_in: { version: builtIn.version, band_km: builtIn.bandKm },
      adopted: policies.map((policy) => ({
        name: policy.name,
        band_km: policy.bandKm,
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

/** Makes another policy choose shops from a moment on. */
export const routeAdoptPolicy = act({
  role: 'lead',
  input: z.strictObject({ name: PolicyName, band_km: BandKm, valid_from: Moment, note: Note }),
  run: async ({ db, actor }, { name, band_km: bandKm, valid_from: validFrom, note }) => {
    const end = await adoptPolicy(db, { name, bandKm, validFrom, actor, note, clock: Date });
    if (end.kind === 'refused')
      throw new CommandFault('refused', [`not adopted: ${DESK_REFUSAL_LABELS[end.why]}`]);
    return { name, band_km: bandKm, valid_from: time(validFrom) };
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
