import { CAPABILITIES, type Capabilities, type Capability } from '../sheet-fields';

/**
 * The contract's order of going live (D25): a capability other than `off` needs every earlier one `live`; for `orders`
 * `draining` is enough. Judged by the sheet alone, so that a first one may be live throughout.
 * @param capabilities those that could be read; an unreadable one does not affect the others
 */
export function goLiveFaults(
  capabilities: Partial<Capabilities>,
): { capability: Capability; message: string }[] {
  return CAPABILITIES.flatMap((capability, position) => {
    const state = capabilities[capability];
    if (state === undefined || state === 'off') return [];
    const missing = CAPABILITIES.slice(0, position).filter(
      (earlier) => !isCarrying(earlier, capabilities[earlier]),
    );
    if (missing.length === 0) return [];
    return [
      {
        capability,
        message: `must be off until ${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} live`,
      },
    ];
  });
}

function isCarrying(capability: Capability, state: Capabilities[Capability] | undefined): boolean {
  return state === undefined || state === 'live' || (capability === 'orders' && state === 'draining');
}
