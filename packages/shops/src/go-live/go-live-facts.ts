import type { Capability } from '@hub/contract';
import type { CapabilityState } from '@hub/database';
import type { Environment } from '@hub/installation';

/** What the store is, as far as a rehearsal of it proves something: another one has to be rehearsed again (D32). */
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
  /** What the contract demands. */
  rule: string;
  result: 'passed' | 'failed' | 'not_run';
  /** What was seen of a check that failed, or why it was not played; null: nothing is said. */
  seen: string | null;
  /** How to correct what was seen. */
  correct: string | null;
}

/** A rehearsal that came to its end. */
export interface RehearsalFact extends RehearsedStore {
  id: string;
  at: Date;
  by: string;
  /** The runner's name and version. */
  runner: string;
  checks: readonly CheckFact[];
  /** What a run in `production` may not do, and this one did: nobody overrules it. */
  violations: readonly string[];
}

export type Side = 'store' | 'operator';
/** How the link came to the store's people by which one of them confirms: mailed to a contact, or printed by the command. */
export type LinkDelivery = 'mailed' | 'printed';

export interface Confirmation {
  side: Side;
  name: string;
  words: string;
  /** Of the store's side alone. */
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
  /** `production`: the certificate of `test` that it rests on. */
  certificate: ImportedCertificate | null;
}

/** What was written down, once and for all. */
export type GoLiveEntry =
  | { kind: 'overruled'; rehearsalId: string; checkId: string; overrule: Overrule }
  | { kind: 'confirmed'; capability: Capability; rehearsalId: string; confirmation: Confirmation }
  | { kind: 'signed_off'; signOff: SignOff }
  | { kind: 'switched'; capability: Capability; to: CapabilityState; at: Date }
  | { kind: 'live_before_records'; capability: Capability; at: Date; store: RehearsedStore };

/** All that is known of a shop's going live in one environment, the oldest first. */
export interface GoLiveFacts {
  environment: Environment;
  rehearsals: readonly RehearsalFact[];
  entries: readonly GoLiveEntry[];
}

/** Of a sheet: what has to be the same for a rehearsal to count. */
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
