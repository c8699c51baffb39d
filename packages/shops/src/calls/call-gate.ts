import { STORE_ENDPOINTS, type StoreOperation } from '@hub/contract';
import type { Capabilities, Capability } from '../sheet-fields';

/**
 * The capability that forbids a call, or `null`. `draining` serves existing orders; in a dry run no shipping
 * order is placed, while the tracking of an earlier order still arrives.
 */
export function closedCapability(operation: StoreOperation, capabilities: Capabilities): Capability | null {
  const { capability, inDryRun } = STORE_ENDPOINTS[operation];
  const state = capabilities[capability];
  return state === 'off' || (state === 'dry_run' && !inDryRun) ? capability : null;
}
