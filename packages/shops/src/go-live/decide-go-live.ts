import { CAPABILITIES, type Capability } from '@hub/contract';
import type { CapabilityState } from '@hub/database';
import {
  isComplete,
  isConfirmed,
  isSameStore,
  rehearsalsOf,
  countingRehearsal,
  standingRecord,
  type RehearsedCapability,
} from './capability-record';
import type { GoLiveFacts, RehearsedStore } from './go-live-facts';

/** A shop's present state, or its state under a sheet. */
export interface ShopToGoLive {
  store: RehearsedStore;
  capabilities: Readonly<Record<Capability, CapabilityState>>;
}

/**
 * What a change of a capability to `live` lacks (D32); none: it is allowed. In `development` nothing is required.
 * What was live under the same store is allowed without a new rehearsal, whatever was rehearsed since.
 */
export function missingForLive(facts: GoLiveFacts, capability: Capability, shop: ShopToGoLive): string[] {
  if (facts.environment === 'development') return [];
  return [
    ...(mayComeBack(facts, capability, shop.store) ? [] : missingRecord(facts, capability, shop.store)),
    ...(facts.environment === 'production' ? missingInProduction(facts, capability, shop) : []),
  ];
}

function mayComeBack(facts: GoLiveFacts, capability: Capability, store: RehearsedStore): boolean {
  if (!wasLive(facts, capability)) return false;
  const record = standingRecord(facts, capability);
  if (record === null || !isSameStore(record, store)) return false;
  return staleBy(facts, capability, record.at).length === 0;
}

/** Why an earlier rehearsal no longer counts: it depends on earlier capabilities in their state then. */
function staleBy(facts: GoLiveFacts, capability: Capability, at: Date): string[] {
  return CAPABILITIES.slice(0, CAPABILITIES.indexOf(capability)).flatMap((earlier) => {
    const record = standingRecord(facts, earlier);
    if (record === null) return [`rests on ${earlier}, which has no record`];
    return record.at > at ? [`was rehearsed before the record of ${earlier}: rehearse it again`] : [];
  });
}

function missingRecord(facts: GoLiveFacts, capability: Capability, store: RehearsedStore): string[] {
  const latest = countingRehearsal(facts, capability);
  if (!latest) return ['was not rehearsed'];
  if (latest.storeApiRoot !== store.storeApiRoot)
    return ['was rehearsed with another store_api_root: rehearse it again'];
  if (latest.locations !== store.locations) return ['was rehearsed with other locations: rehearse it again'];
  const stale = wasLive(facts, capability) ? staleBy(facts, capability, latest.at) : [];
  return [...stale, ...missingText(latest)];
}

function missingText(latest: RehearsedCapability): string[] {
  const { open, violations, store, operator } = latest;
  return [
    ...open.map(
      ({ id, result, rule }) => `check ${id} ${result === 'failed' ? 'failed' : 'was not played'}: ${rule}`,
    ),
    ...violations,
    ...(isComplete(latest) && store === null ? ['is not confirmed by the store'] : []),
    ...(isComplete(latest) && operator === null ? ['is not confirmed by the operator'] : []),
  ];
}

/** What was live in `production` once was admitted: it comes back without a sign-off and without a dry run. */
function missingInProduction(facts: GoLiveFacts, capability: Capability, shop: ShopToGoLive): string[] {
  if (wasLive(facts, capability)) return [];
  const signOff = signOffOf(facts);
  const certified = signOff?.certificate?.capabilities ?? [];
  const uncertified = signOff !== null && !certified.includes(capability);
  return [
    ...(signOff === null ? ['needs the sign-off of production'] : []),
    ...(uncertified ? ['is not in the certificate of test that production was signed off with'] : []),
    ...(capability === 'orders' && !hasRunDry(facts, shop) ? ['begins with dry_run in production'] : []),
  ];
}

/** The last sign-off; null: there is none. */
export function signOffOf({ entries }: GoLiveFacts) {
  return entries.flatMap((entry) => (entry.kind === 'signed_off' ? [entry.signOff] : [])).at(-1) ?? null;
}

function hasRunDry({ entries }: GoLiveFacts, { capabilities }: ShopToGoLive): boolean {
  return (
    capabilities.orders === 'dry_run' ||
    entries.some(
      (entry) => entry.kind === 'switched' && entry.capability === 'orders' && entry.to === 'dry_run',
    )
  );
}

/** Whether a capability ever was live, before records began or since. */
function wasLive({ entries }: GoLiveFacts, capability: Capability): boolean {
  return entries.some(
    (entry) =>
      (entry.kind === 'live_before_records' || (entry.kind === 'switched' && entry.to === 'live')) &&
      entry.capability === capability,
  );
}

/**
 * What prevents the sign-off of `test`: recurring traffic opens after the last capability that the shop uses is
 * confirmed (D32).
 */
export function missingForSignOff(facts: GoLiveFacts, { capabilities }: ShopToGoLive): string[] {
  const used = CAPABILITIES.filter((capability) => capabilities[capability] !== 'off');
  const confirmed = CAPABILITIES.filter((capability) => standingRecord(facts, capability) !== null);
  if (used.length === 0 && confirmed.length === 0) return ['no capability is confirmed yet'];
  return used.filter((one) => !confirmed.includes(one)).map((one) => `capabilities.${one}: is not confirmed`);
}

/** What to check though it switches nothing off: a later failed rehearsal, another store than the one rehearsed. */
export function goLiveFlags(facts: GoLiveFacts, capability: Capability, shop: ShopToGoLive): string[] {
  const since = limitedSince(facts, capability);
  const state = shop.capabilities[capability];
  if (state !== 'live' && state !== 'draining') return since;
  const record = standingRecord(facts, capability);
  if (record === null) return facts.environment === 'development' ? since : ['is live without a record'];
  const latest = countingRehearsal(facts, capability);
  return [
    ...since,
    ...(latest && !isConfirmed(latest) && !isComplete(latest) && latest.at > record.at
      ? ['failed in a later rehearsal']
      : []),
    ...(isSameStore(record, shop.store) ? [] : ['store_api_root or locations changed since its record']),
  ];
}

/** A later rehearsal that replaces none: its runner learns why nothing changed. */
function limitedSince(facts: GoLiveFacts, capability: Capability): string[] {
  const latest = rehearsalsOf(facts, capability).at(-1);
  const counts = countingRehearsal(facts, capability);
  if (!latest || latest.rehearsalId === counts?.rehearsalId) return [];
  const left = latest.checks.filter(({ result }) => result === 'not_run').length;
  return [`was rehearsed again since, with ${left} checks left out: the earlier rehearsal counts`];
}
