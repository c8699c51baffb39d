import type { OrderLineState, SellerOrderState, ShippingOrderState } from '@hub/database';
import { describe, expect, it } from '@jest/globals';
import { decideCloseLine } from './decide-close-line';
import { decideReroute, type RerouteFacts } from './decide-reroute';

const REFUSED: RerouteFacts = {
  orderState: 'accepted',
  state: 'refused',
  gaveUp: true,
  stopRequested: false,
  hasPackage: false,
  holdsItsLines: true,
};

describe('re-routing by support (D18, D19)', () => {
  it('what its shop refused goes elsewhere', () => {
    expect(decideReroute(REFUSED)).toEqual({ kind: 'reroute', neverSent: false });
  });

  it('what was given up and surely never reached the store goes elsewhere too', () => {
    expect(decideReroute({ ...REFUSED, state: 'planned' })).toEqual({ kind: 'reroute', neverSent: true });
  });

  it.each<[string, Partial<RerouteFacts>]>([
    ['its outcome is unknown, given up or not', { state: 'sending' }],
    ['it is to be placed still', { state: 'planned', gaveUp: false }],
    ['its lines went elsewhere', { holdsItsLines: false }],
    ['given up, its lines went elsewhere', { state: 'planned', holdsItsLines: false }],
    ['it is being stopped', { stopRequested: true }],
    ['a package of it is known', { hasPackage: true }],
  ])('not while %s', (_, facts) => {
    expect(decideReroute({ ...REFUSED, ...facts })).toMatchObject({ kind: 'refused' });
  });

  it.each<ShippingOrderState>(['sending', 'placed', 'stopped', 'dry_run'])('never when %s', (state) => {
    expect(decideReroute({ ...REFUSED, state })).toMatchObject({ kind: 'refused' });
  });

  it.each<SellerOrderState>(['held', 'stopping', 'stopped'])('not of an order that is %s', (orderState) => {
    expect(decideReroute({ ...REFUSED, orderState })).toMatchObject({ kind: 'refused' });
  });
});

describe('closing a line (D19)', () => {
  it.each<[SellerOrderState, OrderLineState, string]>([
    ['accepted', 'waiting', 'close'],
    ['held', 'waiting', 'close'],
    ['stopping', 'waiting', 'refused'],
    ['stopped', 'stopped', 'refused'],
    ['accepted', 'unfulfillable', 'closed_already'],
    ['accepted', 'own', 'refused'],
    ['accepted', 'allocated', 'refused'],
    ['accepted', 'shipped', 'refused'],
  ])('order %s, line %s: %s', (orderState, lineState, kind) => {
    expect(decideCloseLine({ orderState, lineState })).toMatchObject({ kind });
  });
});
