import { describe, expect, it } from '@jest/globals';
import { whyNotAskedAgain } from './decide-ask-again';
import { decideEndRest, type EndRestFacts } from './decide-end-rest';

const PARTLY_SHIPPED: EndRestFacts = {
  orderState: 'accepted',
  state: 'placed',
  stopRequested: false,
  hasPackage: true,
  rest: ['a line with a piece in no package'],
};

describe('D12: a person states that the rest of a shipping order will not ship', () => {
  it.each(['accepted', 'held'] as const)(
    'and so ends it, where some of it has shipped: order %s',
    (orderState) => {
      expect(decideEndRest({ ...PARTLY_SHIPPED, orderState })).toEqual({ kind: 'end' });
    },
  );

  it.each<[string, Partial<EndRestFacts>]>([
    ['it is sending, not placed', { state: 'sending' }],
    ['it is stopped, not placed', { state: 'stopped' }],
    ['it is being stopped', { stopRequested: true }],
    ['it is being stopped', { orderState: 'stopping' }],
    ['it is being stopped', { orderState: 'stopped' }],
    ['nothing of it is in a package: it has no rest', { hasPackage: false }],
    ['all of it is in packages, or was ended before', { rest: [] }],
  ])('not if %s', (reason, facts) => {
    expect(decideEndRest({ ...PARTLY_SHIPPED, ...facts })).toEqual({ kind: 'refused', reason });
  });
});

describe('D12, D19: a shop that could not ship a line is asked again', () => {
  const WAITING = { orderState: 'accepted', lineState: 'waiting', excluded: true } as const;

  it('if the line of a standing order waits', () => {
    expect(whyNotAskedAgain(WAITING)).toBeNull();
  });

  it('not if its order does not stand, another shop has the line, or it was never left out', () => {
    expect(whyNotAskedAgain({ ...WAITING, orderState: 'held' })).toBe('order_not_accepted');
    expect(whyNotAskedAgain({ ...WAITING, lineState: 'allocated' })).toBe('line_not_waiting');
    expect(whyNotAskedAgain({ ...WAITING, excluded: false })).toBe('not_excluded');
  });
});
