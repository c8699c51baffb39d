import type { StoreOperation } from '@hub/contract';
import { describe, expect, it } from '@jest/globals';
import { CAPABILITIES, type Capabilities, type Capability } from '../sheet-fields';
import { closedCapability } from './call-gate';

describe('calls are gated by the called shop’s own capability (D23)', () => {
  const all = (state: Capabilities[Capability]) =>
    Object.fromEntries(CAPABILITIES.map((name) => [name, state])) as Record<Capability, typeof state>;

  it.each([
    ['read_products', 'products'],
    ['write_inventory', 'inventory'],
    ['place_order', 'orders'],
    ['deliver_tracking', 'orders'],
    ['cancel_order', 'cancellation'],
    ['register_return', 'returns'],
  ] as const)('%s stands under %s', (operation: StoreOperation, capability: Capability) => {
    expect(closedCapability(operation, { ...all('live'), [capability]: 'off' })).toBe(capability);
    expect(closedCapability(operation, { ...all('off'), [capability]: 'live' })).toBeNull();
    expect(closedCapability(operation, { ...all('off'), [capability]: 'draining' })).toBeNull();
  });

  it('places no order in a dry run, while tracking of an earlier one arrives', () => {
    const capabilities = { ...all('live'), orders: 'dry_run' } as const;
    expect(closedCapability('place_order', capabilities)).toBe('orders');
    expect(closedCapability('deliver_tracking', capabilities)).toBeNull();
  });
});
