import { randomUUID } from 'node:crypto';
import { inTransaction, type Database, type Tx } from '@hub/database';
import {
  areBuiltIn,
  BandKm,
  bandKmOf,
  criteriaText,
  criteriaWithBand,
  ReadCriteria,
  readPolicy,
  ROUTING_POLICY,
  splitCriteria,
  versionOf,
  WHOLE_EARTH_KM,
  writeCriteria,
  type Criteria,
  type RoutingPolicy,
} from '@hub/orders/routing';
import { z } from 'zod';
import type { RecordedChange } from '../engine/recorded-change';
import { DESK_REFUSAL_LABELS } from '../audit/refusal-labels';
import { action } from '../engine/action';
import { adoptQuestion } from './adopt-question';
import { criteriaColumns, criteriaOf } from './criteria-columns';
import {
  decideAdoption,
  decideWithdrawal,
  PolicyName,
  type AdoptionRefusal,
  type WithdrawalRefusal,
} from './decide-policy';

/** An adopted routing policy, and its state. */
export interface ListedPolicy {
  id: string;
  name: string;
  criteria: Criteria;
  validFrom: Date;
  note: string | null;
  adoptedAt: Date;
  adoptedBy: string;
  withdrawnAt: Date | null;
  withdrawnBy: string | null;
  state: 'to_come' | 'in_force' | 'over' | 'withdrawn';
}

/** The policy in force (D19), and every adopted policy, the latest start first. */
export async function listPolicies(
  db: Database,
  now: number,
): Promise<{ inForce: RoutingPolicy; builtIn: RoutingPolicy; policies: ListedPolicy[] }> {
  return inTransaction(db, async (tx) => {
    const inForce = await readPolicy(tx, now);
    const policies = (await readAll(tx)).map(({ bandKm, criteria, ...policy }): ListedPolicy => {
      const row = { ...policy, criteria: criteriaOf({ bandKm, criteria }) };
      if (row.withdrawnAt !== null) return { ...row, state: 'withdrawn' };
      if (row.validFrom.getTime() > now) return { ...row, state: 'to_come' };
      return { ...row, state: versionOf(row.name) === inForce.version ? 'in_force' : 'over' };
    });
    return { inForce, builtIn: ROUTING_POLICY, policies };
  });
}

/** A policy as it is sent: criteria in their order, also as text, or the built-in ones with bands of other kilometres. */
export const POLICY_INPUT = {
  name: PolicyName,
  band_km: BandKm.optional(),
  criteria: z
    .union([z.string().max(2_000), z.array(z.unknown()).max(100)])
    .transform(asCriteria)
    .optional(),
};

export const Instant = z.iso
  .datetime('must be a time such as 2026-11-22T10:00:00Z')
  .transform((at) => new Date(at));

function asCriteria(given: string | unknown[], context: z.RefinementCtx): Criteria {
  const read = ReadCriteria.safeParse(typeof given === 'string' ? splitCriteria(given) : given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const [place = 0] = issue?.path ?? [];
  const message = `criterion ${Number(place) + 1}: ${issue?.message ?? 'cannot be read'}`;
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}

/** The criteria of an input. Null: neither is given, or both. */
export function criteriaGiven(input: {
  band_km?: number | undefined;
  criteria?: Criteria | undefined;
}): Criteria | null {
  const { band_km: km, criteria } = input;
  if ((km === undefined) === (criteria === undefined)) return null;
  return criteria ?? criteriaWithBand(km ?? WHOLE_EARTH_KM);
}
export const NO_CRITERIA = {
  kind: 'invalid',
  field: 'criteria',
  says: 'name either criteria or band_km',
} as const;

const refused = (not: string, why: AdoptionRefusal | WithdrawalRefusal) => {
  const label = DESK_REFUSAL_LABELS[why];
  return { kind: 'refused', says: `${not}: ${label}.`, why: label } as const;
};

/** From lock to commit: well below the lead time by which a policy is adopted and withdrawn. */
const WITHIN_MS = 2_000;

/**
 * Makes another policy choose shops from its start on, until that of the next one. Recorded, with the policy in force
 * before it.
 */
export const adoptPolicy = action({
  names: { 'routing_policy.adopt': 'adopted a routing policy' },
  changes: true,
  command: 'route.adopt-policy',
  role: 'lead',
  input: z.strictObject({ ...POLICY_INPUT, valid_from: Instant }),
  chosen: ['name', 'band_km', 'criteria', 'valid_from'],
  ask: async ({ db, now }) => adoptQuestion((await listPolicies(db, now)).inForce),
  timeoutMs: WITHIN_MS,
  async run(tx, input, { actor, note, clock = Date }) {
    const { name, valid_from: validFrom } = input;
    const criteria = criteriaGiven(input);
    if (criteria === null) return NO_CRITERIA;
    await oneAtATime(tx);
    const now = clock.now();
    const why = decideAdoption({ name, validFrom }, await readAll(tx), now);
    if (why !== null) return refused('Not adopted', why);
    const before = await readPolicy(tx, validFrom.getTime());
    const adopted = { adoptedAt: new Date(now), adoptedBy: actor, note: note || null };
    await tx.adoptedPolicy.create({
      data: { ...criteriaColumns(criteria), id: randomUUID(), name, validFrom, ...adopted },
    });
    const after = await readPolicy(tx, validFrom.getTime());
    return {
      kind: 'done',
      says: `Policy ${name} is adopted.`,
      answer: {
        name,
        band_km: bandKmOf(criteria),
        criteria: writeCriteria(criteria),
        valid_from: validFrom.toISOString(),
      },
      record: recordOf({ name, validFrom }, before, after),
    };
  },
});

/** Withdraws an adopted policy before its start: the policy before it continues. Recorded. */
export const withdrawPolicy = action({
  names: { 'routing_policy.withdraw': 'withdrew a routing policy before it held' },
  changes: true,
  command: 'route.withdraw-policy',
  role: 'lead',
  input: z.strictObject({ name: z.string().min(1).max(255) }),
  async ask({ db }, { name }) {
    const policy = await db.adoptedPolicy.findUnique({ where: { name } });
    if (!policy) return null;
    const from = policy.validFrom.toISOString().slice(0, 16).replace('T', ' ');
    return {
      title: `Withdraw policy ${name}`,
      happens: [
        `It will not hold from ${from} UTC on: the policy before it goes on.`,
        'Its name cannot be used again.',
      ],
      submit: 'Withdraw it',
    };
  },
  timeoutMs: WITHIN_MS,
  async run(tx, { name }, { actor, clock = Date }) {
    await oneAtATime(tx);
    const now = clock.now();
    const policy = await tx.adoptedPolicy.findUnique({ where: { name } });
    if (!policy) return { kind: 'unknown', says: `not withdrawn: ${DESK_REFUSAL_LABELS.unknown}` };
    const why = decideWithdrawal(policy, now);
    if (why !== null) return refused('Not withdrawn', why);
    const { id, validFrom } = policy;
    const before = await readPolicy(tx, validFrom.getTime());
    await tx.adoptedPolicy.update({
      where: { id },
      data: { withdrawnAt: new Date(now), withdrawnBy: actor },
    });
    const after = await readPolicy(tx, validFrom.getTime());
    return {
      kind: 'done',
      says: `Policy ${name} is withdrawn.`,
      answer: { name, withdrawn: true },
      record: recordOf({ name, validFrom }, before, after),
    };
  },
});

function readAll(tx: Tx) {
  return tx.adoptedPolicy.findMany({ orderBy: { validFrom: 'desc' } });
}

/** Concurrent adoptions and withdrawals are serialised; routing can still read. */
export async function oneAtATime(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('routing policies', 0))`;
}

/** What is in force from that moment on, before and after. */
function recordOf(
  { name, validFrom }: { name: string; validFrom: Date },
  before: RoutingPolicy,
  after: RoutingPolicy,
) {
  const changes: RecordedChange[] = [
    { field: 'version', before: before.version, after: after.version },
    { field: 'band_km', before: bandKmOf(before.criteria), after: bandKmOf(after.criteria) },
    ...(areBuiltIn(before.criteria) && areBuiltIn(after.criteria)
      ? []
      : [
          {
            field: 'criteria',
            before: criteriaText(before.criteria),
            after: criteriaText(after.criteria),
          },
        ]),
  ];
  const detail = { valid_from: validFrom.toISOString() };
  return { subjects: [`routing_policy:${name}`], detail, changes };
}
