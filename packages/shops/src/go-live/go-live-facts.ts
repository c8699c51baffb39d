import type { Capability } from '@hub/contract';
import type { CapabilityState } from '@hub/database';
import type { Environment } from '@hub/installation';

/** The identity of the store, for rehearsals: another store has to be rehearsed again (D32). */
export interface RehearsedStore {
  storeApiRoot: string;
  /** The ids of its locations and of its `HUB_Network`, as `rehearsedStoreOf` writes them. */
  locations: string;
}

/** One check of a rehearsal, without its evidence. */
export interface CheckFact {
  id: string;
  capability: Capability;
  direction: 'to_store' | 'from_store';
  /** The requirement of the contract. */
  rule: string;
  result: 'passed' | 'failed' | 'not_run';
  /** The finding of a failed check, or why it was not run; null: none. */
  seen: string | null;
  /** How to fix the finding. */
  correct: string | null;
}

/** A finished rehearsal. */
export interface RehearsalFact extends RehearsedStore {
  id: string;
  /** The database's time of storing, by which rehearsals are ordered: the clock of the machine may be wrong. */
  at: Date;
  by: string;
  /** The runner's name and version. */
  runner: string;
  checks: readonly CheckFact[];
  /** Violations of a run in `production`: they cannot be overruled. */
  violations: readonly string[];
}

export type Side = 'store' | 'operator';
/** How the sign-in link reached the store's person who confirms: mailed to a contact, or printed by the command. */
export type LinkDelivery = 'mailed' | 'printed';

export interface Confirmation {
  side: Side;
  name: string;
  words: string;
  /** Only of the store's side. */
  link: LinkDelivery | null;
  at: Date;
}

export interface Overrule {
  reason: string;
  by: string;
  at: Date;
}

export interface ImportedCertificate {
  /** The fingerprint of the installation that signed it. */
  issuer: string;
  sha256: string;
  capabilities: readonly Capability[];
  /** The file itself. */
  document: string;
}

export interface SignOff {
  name: string;
  words: string;
  at: Date;
  /** `production`: the certificate of `test` that it is based on. */
  certificate: ImportedCertificate | null;
}

/** An entry, written once and never changed. */
export type GoLiveEntry =
  | { kind: 'overruled'; rehearsalId: string; checkId: string; overrule: Overrule }
  | { kind: 'confirmed'; capability: Capability; rehearsalId: string; confirmation: Confirmation }
  | { kind: 'signed_off'; signOff: SignOff }
  | { kind: 'switched'; capability: Capability; to: CapabilityState; at: Date }
  | { kind: 'live_before_records'; capability: Capability; at: Date; store: RehearsedStore };

/** All facts of a shop's going live in one environment, the oldest first. */
export interface GoLiveFacts {
  environment: Environment;
  rehearsals: readonly RehearsalFact[];
  entries: readonly GoLiveEntry[];
}

/** The fields of a sheet that must be unchanged for a rehearsal to count. */
export function rehearsedStoreOf(sheet: {
  storeApiRoot: string;
  hubNetworkLocationId: string;
  locations: readonly { locationId: string }[];
}): RehearsedStore {
  const ids = sheet.locations.map(({ locationId }) => locationId).toSorted();
  return {
    storeApiRoot: sheet.storeApiRoot,
    locations: `${ids.join(', ')} and HUB_Network ${sheet.hubNetworkLocationId}`,
  };
}
