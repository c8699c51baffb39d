import { describe, expect, it } from '@jest/globals';
import { caseTitle } from './causes';
import { caseReason } from './case-labels';

const shopName = 'Fjord Sport';

describe('the labels of a case', () => {
  it('of failing messages names the messages and the reason, not the queue', () => {
    const failed = { kind: 'message', shopName: null, about: 'routing.order.created unreadable' };
    expect([caseTitle(failed), caseReason(failed)]).toEqual([
      'Orders could not be recorded',
      'no worker could read it',
    ]);
  });

  it('of messages that only another release knows names their queue', () => {
    expect(caseReason({ kind: 'message', about: 'routing.order.folded TypeError' })).toBe(
      'routing.order.folded: a fault of a worker (TypeError)',
    );
  });

  it('names the shop and the reason', () => {
    const refused = { kind: 'refused', shopName, about: '422 unknown_variant' };
    expect([caseTitle(refused), caseReason(refused)]).toEqual([
      'Fjord Sport refused paid lines',
      expect.stringContaining('422 unknown_variant'),
    ]);
  });
});
