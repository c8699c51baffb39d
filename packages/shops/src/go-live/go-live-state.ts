import { CAPABILITIES, type Capability } from '@hub/contract';
import type { CapabilityState } from '@hub/database';
import {
  confirmedRehearsal,
  countingRehearsal,
  isComplete,
  isConfirmed,
  type RehearsedCapability,
} from './capability-record';
import { goLiveFlags, missingForLive, type ShopToGoLive } from './decide-go-live';
import type { GoLiveFacts } from './go-live-facts';

/** The go-live state of a capability (D32). */
export type GoLiveState = 'not_rehearsed' | 'failed' | 'rehearsed' | 'confirmed' | 'live';

/** All facts of one capability. */
export interface CapabilityGoLive {
  capability: Capability;
  /** From the sheet. */
  mode: CapabilityState;
  state: GoLiveState;
  /** Since when it is live without a record, as records began later; null: it has one, or is not live. */
  liveBeforeRecords: Date | null;
  /** The latest that shows no less than an earlier one. */
  rehearsal: RehearsedCapability | null;
  /** The latest that both confirmed: the basis of its being live, however often it was rehearsed since. */
  confirmed: RehearsedCapability | null;
  /** What a change to `live` lacks; nothing for what is live already. */
  missing: readonly string[];
  /** What to check though it switches nothing off. */
  flags: readonly string[];
}

/** The state of each capability, in the order in which they go live. */
export function describeGoLive(facts: GoLiveFacts, shop: ShopToGoLive): CapabilityGoLive[] {
  return CAPABILITIES.map((capability) => {
    const mode = shop.capabilities[capability];
    const rehearsal = countingRehearsal(facts, capability);
    const isLive = mode === 'live' || mode === 'draining';
    return {
      capability,
      mode,
      state: isLive ? 'live' : stateOf(rehearsal),
      liveBeforeRecords: liveBeforeRecords(facts, capability),
      rehearsal,
      confirmed: confirmedRehearsal(facts, capability),
      missing: isLive ? [] : missingForLive(facts, capability, shop),
      flags: goLiveFlags(facts, capability, shop),
    };
  });
}

function stateOf(rehearsal: RehearsedCapability | null): GoLiveState {
  if (rehearsal === null) return 'not_rehearsed';
  if (!isComplete(rehearsal)) return 'failed';
  return isConfirmed(rehearsal) ? 'confirmed' : 'rehearsed';
}

function liveBeforeRecords({ entries }: GoLiveFacts, capability: Capability): Date | null {
  for (const entry of entries)
    if (entry.kind === 'live_before_records' && entry.capability === capability) return entry.at;
  return null;
}
