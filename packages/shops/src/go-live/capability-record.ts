import type { Capability } from '@hub/contract';
import type {
  CheckFact,
  Confirmation,
  GoLiveFacts,
  Overrule,
  RehearsalFact,
  RehearsedStore,
} from './go-live-facts';

/** A check with the overruling of a lead, if any. */
export interface JudgedCheck extends CheckFact {
  overruled: Overrule | null;
}

/** One rehearsal of one capability, with its confirmations. */
export interface RehearsedCapability extends RehearsedStore {
  rehearsalId: string;
  at: Date;
  by: string;
  runner: string;
  checks: readonly JudgedCheck[];
  /** Checks that did not pass and were not overruled. */
  open: readonly JudgedCheck[];
  violations: readonly string[];
  store: Confirmation | null;
  operator: Confirmation | null;
}

/** The evidence for a capability: a rehearsal that both confirmed, or that it was live before records began. */
export interface StandingRecord extends RehearsedStore {
  at: Date;
}

/**
 * The rehearsals of a capability, the oldest first. The last overruling of a check counts; so does the last
 * confirmation.
 */
export function rehearsalsOf(facts: GoLiveFacts, capability: Capability): RehearsedCapability[] {
  return facts.rehearsals.flatMap((rehearsal) => {
    const ofCapability = rehearsal.checks.filter((check) => check.capability === capability);
    return ofCapability.length === 0 ? [] : [judged(facts, { capability, rehearsal, ofCapability })];
  });
}

/**
 * The rehearsal of a capability that counts: the latest. One without faults that left checks out (no one was
 * there to ask, it was ended early) shows less than an earlier one of the same store that left none out, and does not
 * replace it.
 */
export function countingRehearsal(facts: GoLiveFacts, capability: Capability): RehearsedCapability | null {
  const all = rehearsalsOf(facts, capability);
  const latest = all.at(-1) ?? null;
  if (latest === null || !isLimited(latest)) return latest;
  return all.findLast((one) => !isLimited(one) && isSameStore(one, latest)) ?? latest;
}

/** Whether checks were left out, and no fault was found. */
function isLimited({ checks, violations }: RehearsedCapability): boolean {
  const results = checks.map(({ result }) => result);
  return results.includes('not_run') && !results.includes('failed') && violations.length === 0;
}

function judged(
  facts: GoLiveFacts,
  found: { capability: Capability; rehearsal: RehearsalFact; ofCapability: readonly CheckFact[] },
): RehearsedCapability {
  const { capability, rehearsal, ofCapability } = found;
  const checks = ofCapability.map((check) => ({
    ...check,
    overruled: overruleOf(facts, rehearsal.id, check),
  }));
  const { id, at, by, runner, storeApiRoot, locations, violations } = rehearsal;
  const said = (side: Confirmation['side']) => confirmationOf(facts, { capability, rehearsalId: id, side });
  return {
    rehearsalId: id,
    at,
    by,
    runner,
    storeApiRoot,
    locations,
    violations,
    checks,
    open: checks.filter(({ result, overruled }) => result !== 'passed' && overruled === null),
    store: said('store'),
    operator: said('operator'),
  };
}

/** Only a failed check can be overruled: one that was not run shows nothing. */
function overruleOf({ entries }: GoLiveFacts, rehearsalId: string, check: CheckFact): Overrule | null {
  if (check.result !== 'failed') return null;
  for (const entry of entries)
    if (entry.kind === 'overruled' && entry.rehearsalId === rehearsalId && entry.checkId === check.id)
      return entry.overrule;
  return null;
}

function confirmationOf(
  { entries, environment }: GoLiveFacts,
  of: { capability: Capability; rehearsalId: string; side: Confirmation['side'] },
): Confirmation | null {
  for (const entry of entries) {
    if (entry.kind !== 'confirmed' || entry.rehearsalId !== of.rehearsalId) continue;
    if (entry.capability !== of.capability || entry.confirmation.side !== of.side) continue;
    if (environment === 'production' && entry.confirmation.link === 'printed') continue;
    return entry.confirmation;
  }
  return null;
}

/** Whether every check passed or was overruled, and there are no violations that cannot be overruled. */
export function isComplete({ open, violations }: RehearsedCapability): boolean {
  return open.length === 0 && violations.length === 0;
}

export type ConfirmedRehearsal = RehearsedCapability & { store: Confirmation; operator: Confirmation };

/** Whether both sides confirmed a complete rehearsal. */
export function isConfirmed(rehearsal: RehearsedCapability): rehearsal is ConfirmedRehearsal {
  return isComplete(rehearsal) && rehearsal.store !== null && rehearsal.operator !== null;
}

/** The latest rehearsal of a capability that both confirmed. */
export function confirmedRehearsal(facts: GoLiveFacts, capability: Capability): ConfirmedRehearsal | null {
  return rehearsalsOf(facts, capability).findLast(isConfirmed) ?? null;
}

/** The record of a capability; null: there is none. */
export function standingRecord(facts: GoLiveFacts, capability: Capability): StandingRecord | null {
  const confirmed = confirmedRehearsal(facts, capability);
  if (confirmed) return confirmed;
  for (const entry of facts.entries)
    if (entry.kind === 'live_before_records' && entry.capability === capability)
      return { at: entry.at, ...entry.store };
  return null;
}

/** Whether a rehearsal of one store counts for the other. */
export function isSameStore(one: RehearsedStore, other: RehearsedStore): boolean {
  return one.storeApiRoot === other.storeApiRoot && one.locations === other.locations;
}
