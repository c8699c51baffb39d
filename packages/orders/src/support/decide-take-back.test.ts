import type { StopState } from '@hub/database';
import { describe, expect, it } from '@jest/globals';
import { decideTakeBack, type TakeBackFacts } from './decide-take-back';

const PLACED: TakeBackFacts = {
  orderState: 'accepted',
  state: 'placed',
  hasPackage: false,
  returned: false,
  holdsItsLines: true,
  stop: null,
};
const decide = (facts: Partial<TakeBackFacts> = {}) => decideTakeBack({ ...PLACED, ...facts });
const stopped = (state: StopState, takenBack = true) => decide({ stop: { state, takenBack } });

describe('D38: a lead takes an order back from its shop', () => {
  it('if the shop has it and nothing of it has shipped', () => {
    expect(decide()).toEqual({ kind: 'begin' });
  });

  it.each<[string, Partial<TakeBackFacts>]>([
    ['it is sending, not placed', { state: 'sending' }],
    ['it is disputed, not placed', { state: 'disputed' }],
    ['its order is held', { orderState: 'held' }],
    ['some of it is in a package: end the rest of it instead', { hasPackage: true }],
    ['goods of it came back', { returned: true }],
    ['its lines are closed, or another shop has them', { holdsItsLines: false }],
  ])('not if %s', (reason, facts) => {
    expect(decide(facts)).toEqual({ kind: 'refused', reason });
  });

  it.each<StopState>(['settling', 'due', 'sending', 'confirmed'])(
    'twice is once: taken back already, its stop %s',
    (state) => {
      expect(stopped(state)).toEqual({ kind: 'unchanged' });
    },
  );

  it('again, if its shop refused to stop it', () => {
    expect(stopped('failed')).toEqual({ kind: 'again' });
  });

  it.each([true, false])('never after its shop said that it has shipped (taken back: %s)', (takenBack) => {
    const reason = 'its shop says that it has shipped';
    expect(stopped('already_shipped', takenBack)).toEqual({ kind: 'refused', reason });
  });

  it.each<[StopState, string]>([
    ['due', 'it is being stopped'],
    ['failed', 'it is being stopped'],
    ['confirmed', 'it is stopped'],
  ])('not if another asked for its stop, which is %s', (state, reason) => {
    expect(stopped(state, false)).toEqual({ kind: 'refused', reason });
  });
});
