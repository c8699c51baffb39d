import { describe, expect, it } from '@jest/globals';
import { caseReason, caseTitle } from './case-labels';

const shopName = 'Fjord Sport';

describe('a case in words', () => {
  it('of messages that fail says which messages and why, not the name of a queue', () => {
    expect(caseReason({ kind: 'message', shopName: null, about: 'routing.order.created unreadable' })).toBe(
      'New order: no worker could read it',
    );
  });

  it('of messages that only another release knows says their queue', () => {
    expect(caseReason({ kind: 'message', shopName: null, about: 'routing.order.folded TypeError' })).toBe(
      'routing.order.folded: a fault of a worker (TypeError)',
    );
  });

  it('names the shop, and says why', () => {
    const refused = { kind: 'refused', shopName, about: '422 unknown_variant' };
    expect([caseTitle(refused), caseReason(refused)]).toEqual([
      'Fjord Sport refused paid lines',
      expect.stringContaining('422 unknown_variant'),
    ]);
  });
});
