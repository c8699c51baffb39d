import { CAPABILITIES } from '@hub/contract';
import type { CapabilityState, Tx } from '@hub/database';
import { capabilitiesOf, type ShopRow } from '../shop-records';
import { ALL_OFF, type Sheet } from '../sheet-fields';
import { missingForLive } from '../go-live/decide-go-live';
import { rehearsedStoreOf } from '../go-live/go-live-facts';
import { readGoLiveFacts } from '../go-live/go-live-records';

/**
 * D32: a capability does not become `live`, nor `draining`, which serves as `live` does, without its record. Everything
 * missing is named. Decided under the sheet's lock, which the end of a rehearsal takes too.
 */
export async function goLiveGate(tx: Tx, sheet: Sheet, stored: ShopRow | null): Promise<string[]> {
  const before = stored === null ? ALL_OFF : capabilitiesOf(stored);
  const begun = CAPABILITIES.filter((one) => begins(before[one], sheet.capabilities[one]));
  if (begun.length === 0) return [];
  const facts = await readGoLiveFacts(tx, stored?.id ?? null);
  const shop = { store: rehearsedStoreOf(sheet), capabilities: before };
  return begun.flatMap((capability) =>
    missingForLive(facts, capability, shop).map((missing) => `capabilities.${capability}: ${missing}`),
  );
}

function begins(before: CapabilityState, after: CapabilityState): boolean {
  if (after === 'live') return before !== 'live';
  return after === 'draining' && before !== 'live' && before !== 'draining';
}
