import { randomUUID } from 'node:crypto';
import { inTransaction, type Database, type Tx } from '@hub/database';
import {
  areBuiltIn,
  bandKmOf,
  criteriaText,
  readPolicy,
  ROUTING_POLICY,
  versionOf,
  type Criteria,
  type RoutingPolicy,
} from '@hub/orders';
import { criteriaColumns, criteriaOf } from './criteria-columns';
import { recordActions } from '../actions/record-actions';
import type { RecordedChange } from '../actions/recorded-change';
import {
  decideAdoption,
  decideWithdrawal,
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

export interface AdoptionRequest {
  name: string;
  criteria: Criteria;
  /** Its start. */
  validFrom: Date;
  actor: string;
  note?: string | undefined;
  /** Read under the lock: whether its start is still to come is checked then. */
  clock: { now(): number };
}

/** From lock to commit: well below the lead time by which a policy is adopted and withdrawn. */
const WITHIN = { timeoutMs: 2_000 };

/**
 * Makes another policy choose shops from its start on, until that of the next one. Recorded, with the policy in force
 * before it.
 */
export async function adoptPolicy(
  db: Database,
  request: AdoptionRequest,
): Promise<{ kind: 'done'; id: string } | { kind: 'refused'; why: AdoptionRefusal }> {
  const { name, criteria, validFrom, actor, note = null, clock } = request;
  const adopt = async (tx: Tx) => {
    await oneAtATime(tx);
    const now = clock.now();
    const why = decideAdoption(request, await readAll(tx), now);
    if (why !== null) return { kind: 'refused', why } as const;
    const before = await readPolicy(tx, validFrom.getTime());
    const id = randomUUID();
    await tx.adoptedPolicy.create({
      data: {
        ...criteriaColumns(criteria),
        id,
        name,
        validFrom,
        note,
        adoptedAt: new Date(now),
        adoptedBy: actor,
      },
    });
    const after = await readPolicy(tx, validFrom.getTime());
    await recordActions(tx, {
      actor,
      action: 'routing_policy.adopt',
      subjects: [`routing_policy:${name}`],
      detail: {
        valid_from: validFrom.toISOString(),
        ...(note === null ? {} : { note }),
      },
      changes: changed(before, after),
    });
    return { kind: 'done', id } as const;
  };
  return inTransaction(db, adopt, WITHIN);
}

/** Withdraws an adopted policy before its start: the policy before it continues. Recorded. */
export async function withdrawPolicy(
  db: Database,
  request: { name: string } & Pick<AdoptionRequest, 'actor' | 'note' | 'clock'>,
): Promise<{ kind: 'done' } | { kind: 'refused'; why: WithdrawalRefusal | 'unknown' }> {
  const { name, actor, note, clock } = request;
  const withdraw = async (tx: Tx) => {
    await oneAtATime(tx);
    const now = clock.now();
    const policy = await tx.adoptedPolicy.findUnique({ where: { name } });
    if (!policy) return { kind: 'refused', why: 'unknown' } as const;
    const why = decideWithdrawal(policy, now);
    if (why !== null) return { kind: 'refused', why } as const;
    const { id, validFrom } = policy;
    const before = await readPolicy(tx, validFrom.getTime());
    await tx.adoptedPolicy.update({
      where: { id },
      data: { withdrawnAt: new Date(now), withdrawnBy: actor },
    });
    const after = await readPolicy(tx, validFrom.getTime());
    await recordActions(tx, {
      actor,
      action: 'routing_policy.withdraw',
      subjects: [`routing_policy:${name}`],
      detail: {
        valid_from: validFrom.toISOString(),
        ...(note === undefined ? {} : { note }),
      },
      changes: changed(before, after),
    });
    return { kind: 'done' } as const;
  };
  return inTransaction(db, withdraw, WITHIN);
}

function readAll(tx: Tx) {
  return tx.adoptedPolicy.findMany({ orderBy: { validFrom: 'desc' } });
}

/** Concurrent adoptions and withdrawals are serialised; routing can still read. */
export async function oneAtATime(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('routing policies', 0))`;
}

/** What is in force from that moment on, before and after. */
function changed(before: RoutingPolicy, after: RoutingPolicy): RecordedChange[] {
  return [
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
}
