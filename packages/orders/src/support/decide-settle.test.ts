import type { ShippingOrderState, StopState } from '@hub/database';
import { describe, expect, it } from '@jest/globals';
import { decideSettle, type SettleFacts, type ShopWord } from './decide-settle';

const UNKNOWN: SettleFacts = {
  state: 'disputed',
  storeOrderId: null,
  underWay: false,
  idTaken: false,
  stop: null,
};
const decide = (word: ShopWord, facts: Partial<SettleFacts> = {}) =>
  decideSettle({ ...UNKNOWN, ...facts }, word);
const refused = (reason: string) => ({ kind: 'refused', reason });
const HAS: ShopWord = { kind: 'has', storeOrderId: 'SO-1' };

describe('D18: a shop states whether it has a shipping order of unknown outcome', () => {
  it.each<ShippingOrderState>(['sending', 'disputed'])(
    '"we have it as <id>" places one that is %s',
    (state) => {
      expect(decide(HAS, { state })).toEqual({ kind: 'place', storeOrderId: 'SO-1' });
    },
  );

  it('not under an id that the shop uses for another', () => {
    expect(decide(HAS, { idTaken: true })).toEqual(
      refused('the shop uses this id for another shipping order'),
    );
  });

  it.each<ShippingOrderState>(['sending', 'disputed'])('"we do not have it" ends one that is %s', (state) => {
    expect(decide({ kind: 'has_not' }, { state })).toEqual({ kind: 'end' });
  });

  it.each<ShippingOrderState>(['planned', 'placed', 'refused', 'stopped', 'dry_run'])(
    'neither, where it is known already: %s',
    (state) => {
      expect(decide(HAS, { state })).toEqual(refused(`it is ${state}, so that is known`));
      expect(decide({ kind: 'has_not' }, { state })).toEqual(refused(`it is ${state}, so that is known`));
    },
  );

  it.each<ShopWord>([HAS, { kind: 'has_not' }, { kind: 'stopped' }, { kind: 'shipped' }])(
    'nothing while its call is in flight: %j',
    (word) => {
      const stop = { state: 'failed', underWay: false } as const;
      expect(decide(word, { underWay: true, stop })).toEqual(refused('it is being sent right now'));
    },
  );
});

describe('D12: a shop states how a stop of a shipping order ended', () => {
  const placed = (state: StopState, underWay = false): Partial<SettleFacts> => ({
    state: 'placed',
    stop: { state, underWay },
  });

  it.each<StopState>(['settling', 'due', 'sending', 'failed'])('and so ends a stop that is %s', (state) => {
    expect(decide({ kind: 'stopped' }, placed(state))).toEqual({ kind: 'end_stop', as: 'confirmed' });
    expect(decide({ kind: 'shipped' }, placed(state))).toEqual({ kind: 'end_stop', as: 'already_shipped' });
  });

  it('of a disputed one too', () => {
    expect(decide({ kind: 'stopped' }, { ...placed('failed'), state: 'disputed' })).toEqual({
      kind: 'end_stop',
      as: 'confirmed',
    });
  });

  it.each<[string, Partial<SettleFacts>]>([
    ['no stop of it was requested', { state: 'placed' }],
    ['its shop is being asked right now', placed('sending', true)],
    ['its stop has ended: confirmed', placed('confirmed')],
    ['its stop has ended: already shipped', placed('already_shipped')],
    ['whether the shop has it is still being found out', { ...placed('settling'), state: 'sending' }],
  ])('not if %s', (reason, facts) => {
    expect(decide({ kind: 'stopped' }, facts)).toEqual(refused(reason));
    expect(decide({ kind: 'shipped' }, facts)).toEqual(refused(reason));
  });
});
