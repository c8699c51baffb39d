import type { CapabilityState, OrderLineState, SellerOrderState, ShippingOrderState } from '@hub/database';
import { describe, expect, it } from '@jest/globals';
import { changedFields, whyAddressStays, type AddressFacts } from './decide-address';
import { decideCloseLine } from './decide-close-line';
import { whyHoldStays } from './decide-end-hold';
import { decideReroute, hasGivenUp, type RerouteFacts } from './decide-reroute';
import { readAddress } from './read-address';

const REFUSED: RerouteFacts = {
  orderState: 'accepted',
  state: 'refused',
  gaveUp: true,
  underWay: false,
  stopRequested: false,
  hasPackage: false,
  shopIs: 'callable',
  holdsItsLines: true,
};

const decide = (facts: Partial<RerouteFacts> = {}) => decideReroute({ ...REFUSED, ...facts });

describe('re-routing by support (D18, D19)', () => {
  it('what its shop refused goes elsewhere', () => {
    expect(decide()).toEqual({ kind: 'reroute', end: 'refused' });
  });

  it('what was given up and certainly never reached the store goes elsewhere too', () => {
    expect(decide({ state: 'planned' })).toEqual({ kind: 'reroute', end: 'never_sent' });
  });

  it.each(['suspended', 'switched_off'] as const)(
    'D18: what was never sent to a shop that is %s goes elsewhere, and the shop is not excluded',
    (shopIs) => {
      const planned = { state: 'planned', gaveUp: false, shopIs } as const;
      expect(decide(planned)).toEqual({ kind: 'reroute', end: 'unreachable' });
      expect(decide({ ...planned, gaveUp: true })).toEqual({ kind: 'reroute', end: 'never_sent' });
      expect(decide({ ...planned, state: 'sending' })).toMatchObject({ kind: 'refused' });
      expect(decide({ ...planned, state: 'disputed' })).toMatchObject({ kind: 'refused' });
    },
  );

  it.each<[boolean, string, Partial<Parameters<typeof hasGivenUp>[0]>]>([
    [true, 'it failed permanently, whatever its shop is now', { isFailed: true, shopIs: 'switched_off' }],
    [true, 'its last try failed at a shop that can be called', { lastFailure: 'unavailable' }],
    [false, 'it was not tried yet', {}],
    [false, 'its shop is suspended: it waits', { lastFailure: 'unavailable', shopIs: 'suspended' }],
    [false, 'its shop is switched off: it never reached it', { lastFailure: 'off', shopIs: 'switched_off' }],
    [false, 'its outcome is unknown', { lastFailure: 'timeout', state: 'sending' }],
  ])('given up: %s, where %s', (expected, _, facts) => {
    const planned = { state: 'planned', isFailed: false, lastFailure: null, shopIs: 'callable' } as const;
    expect(hasGivenUp({ ...planned, ...facts })).toBe(expected);
  });

  it.each<[string, Partial<RerouteFacts>]>([
    ['it cannot move until the shop says whether it has it', { state: 'sending' }],
    ['it cannot move until the shop says whether it has it', { state: 'disputed' }],
    ['it is being sent right now', { state: 'disputed', underWay: true }],
    ['it is still going to be placed', { state: 'planned', gaveUp: false }],
    ['its lines have gone elsewhere', { holdsItsLines: false }],
    ['its lines have gone elsewhere', { state: 'planned', holdsItsLines: false }],
    ['the store has it: the shop itself cancels what it cannot ship', { state: 'placed' }],
    ['it is being stopped', { stopRequested: true }],
    ['a package of it is known', { hasPackage: true }],
    ['it is stopped', { state: 'stopped' }],
    ['it is dry_run', { state: 'dry_run' }],
    ['its order is held', { orderState: 'held' }],
    ['its order is stopping', { orderState: 'stopping' }],
    ['its order is stopped', { orderState: 'stopped' }],
  ])('not if %s', (reason, facts) => {
    expect(decide(facts)).toEqual({ kind: 'refused', reason });
  });
});

describe('closing a line (D19)', () => {
  it.each<[SellerOrderState, OrderLineState, string]>([
    ['accepted', 'waiting', 'close'],
    ['held', 'waiting', 'close'],
    ['accepted', 'unfulfillable', 'closed_already'],
    ['stopped', 'unfulfillable', 'closed_already'],
  ])('order %s, line %s: %s', (orderState, lineState, kind) => {
    expect(decideCloseLine({ orderState, lineState })).toEqual({ kind });
  });

  it.each<[SellerOrderState, OrderLineState, string]>([
    ['stopping', 'waiting', 'its order is stopping'],
    ['stopped', 'waiting', 'its order is stopped'],
    ['stopped', 'stopped', 'its order is stopped'],
    ['accepted', 'own', 'it is own, not waiting'],
    ['accepted', 'allocated', 'it is allocated, not waiting'],
    ['accepted', 'shipped', 'it is shipped, not waiting'],
  ])('not of an order %s, line %s: %s', (orderState, lineState, reason) => {
    expect(decideCloseLine({ orderState, lineState })).toEqual({ kind: 'refused', reason });
  });
});

describe('releasing a held order (D12, D25)', () => {
  it.each<[SellerOrderState, CapabilityState, string | null]>([
    ['held', 'live', null],
    ['held', 'draining', null],
    ['held', 'off', 'orders_off'],
    ['accepted', 'live', 'not_held'],
    ['stopped', 'live', 'not_held'],
  ])('order %s, orders %s: %s', (state, orders, why) => {
    expect(whyHoldStays({ state, orders })).toBe(why);
  });
});

describe('correcting an address ("arranged with the operator")', () => {
  const change = { address: { country_code: 'SE', zip: '222 33' }, changed: ['zip'] };
  const facts: AddressFacts = {
    state: 'accepted',
    blanked: false,
    destinationCountry: 'SE',
    lines: [{ state: 'own' }, { state: 'waiting' }],
    shippingOrders: [],
  };
  const of = (state: ShippingOrderState) => ({
    shippingOrders: [{ state: 'planned' } as const, { state }],
  });

  it.each<[string, Partial<AddressFacts>]>([
    ['nothing is placed', {}],
    ['its only line has a shop that does not have it yet', { lines: [{ state: 'allocated' }] }],
    ['it is held', { state: 'held' }],
    ['all is planned only', of('planned')],
    ['a dry run is stored', of('dry_run')],
    ['what was stopped', of('stopped')],
    ['a shop refused it, and has nothing of it', of('refused')],
  ])('may be while %s', (_, more) => {
    expect(whyAddressStays({ ...facts, ...more }, change)).toBeNull();
  });

  it.each<[string, Partial<AddressFacts>, string]>([
    ['its only line is closed', { lines: [{ state: 'unfulfillable' }] }, 'nothing_to_ship'],
    ["all of it is the shop's own", { lines: [{ state: 'own' }] }, 'nothing_to_ship'],
    ['it is being sent, or its outcome is unknown', of('sending'), 'already_sent'],
    ['a shop has it', of('placed'), 'already_sent'],
    ['a shop may have it, whatever it answers', of('disputed'), 'already_sent'],
    ['it is being stopped', { state: 'stopping' }, 'order_stopped'],
    ['it is stopped', { state: 'stopped' }, 'order_stopped'],
    ['its data was blanked (D30)', { blanked: true }, 'blanked'],
    ['the country would change', { destinationCountry: 'NO' }, 'country_differs'],
  ])('not once %s', (_, more, why) => {
    expect(whyAddressStays({ ...facts, ...more }, change)).toBe(why);
  });

  it('a correction that changes nothing is reported', () => {
    expect(whyAddressStays(facts, { ...change, changed: [] })).toBe('unchanged');
    expect(changedFields({ zip: '1', phone: '2', city: 'x' }, { zip: '1', city: 'y', name: 'z' })).toEqual([
      'city',
      'name',
      'phone',
    ]);
  });

  it("is read by the contract's schema: every faulty field is named, no value is repeated", () => {
    const read = readAddress({
      name: ' ',
      address_line1: 7,
      zip: '111 22',
      city: 'Lund',
      country_code: 'S3',
    });
    expect(read).toMatchObject({ ok: false });
    const faults = read.ok ? [] : read.faults;
    expect(faults.map(({ field }) => field)).toEqual(['name', 'address_line1', 'country_code']);
    expect(faults.find(({ field }) => field === 'address_line1')?.message).toBe('must be a string');
    expect(JSON.stringify(faults)).not.toMatch(/7|111|Lund/);
    expect(readAddress('no object')).toMatchObject({ ok: false });
  });

  it('leaves absent fields out and takes coordinates together or not at all (D9)', () => {
    const address = { name: 'A', address_line1: 'B', zip: 'C', city: 'D', country_code: 'SE', phone: null };
    const { phone: _none, ...given } = address;
    expect(readAddress(address)).toEqual({ ok: true, address: given });
    expect(readAddress({ ...address, latitude: 59 })).toMatchObject({ faults: [{ field: 'longitude' }] });
    expect(readAddress({ ...address, longitude: 18 })).toMatchObject({ faults: [{ field: 'latitude' }] });
    expect(readAddress({ ...address, latitude: 59, longitude: 18 })).toMatchObject({ ok: true });
  });
});
