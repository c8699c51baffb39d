import { describe, expect, it } from '@jest/globals';
import { goLiveFaults } from './go-live-order';

describe('capabilities go live in the contract’s order (D25)', () => {
  const OFF = {
    products: 'off',
    inventory: 'off',
    orders: 'off',
    cancellation: 'off',
    returns: 'off',
  } as const;
  const LIVE = {
    products: 'live',
    inventory: 'live',
    orders: 'live',
    cancellation: 'live',
    returns: 'live',
  } as const;
  const faulty = (
    change: Partial<Parameters<typeof goLiveFaults>[0]>,
    base: typeof OFF | typeof LIVE = LIVE,
  ) => goLiveFaults({ ...base, ...change }).map(({ capability }) => capability);

  it.each([
    ['all off', OFF],
    ['live throughout', LIVE],
    ['orders in dry run', { ...OFF, products: 'live', inventory: 'live', orders: 'dry_run' }],
    ['orders draining, the rest still live', { ...LIVE, orders: 'draining' }],
    ['the last one draining', { ...LIVE, returns: 'draining' }],
  ] as const)('allows %s', (_case, capabilities) => {
    expect(goLiveFaults(capabilities)).toEqual([]);
  });

  it.each([
    ['inventory before products', { inventory: 'live' }, OFF, ['inventory']],
    ['orders in dry run before inventory', { products: 'live', orders: 'dry_run' }, OFF, ['orders']],
    ['draining before what it needs', { returns: 'draining' }, OFF, ['returns']],
    ['cancellation while orders are in dry run', { orders: 'dry_run' }, LIVE, ['cancellation', 'returns']],
    [
      'anything while inventory drains',
      { inventory: 'draining' },
      LIVE,
      ['orders', 'cancellation', 'returns'],
    ],
    ['returns before cancellation', { cancellation: 'off' }, LIVE, ['returns']],
  ] as const)('refuses %s', (_case, change, base, expected) => {
    expect(faulty(change, base)).toEqual(expected);
  });

  it('names what is missing', () => {
    expect(goLiveFaults({ ...OFF, orders: 'live' })).toEqual([
      { capability: 'orders', message: 'must be off until products and inventory are live' },
    ]);
  });

  it('does not hold an unreadable capability against the others', () => {
    expect(goLiveFaults({ inventory: 'live' })).toEqual([]);
  });
});
