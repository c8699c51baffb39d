import { describe, expect, it } from '@jest/globals';
import { isLoopGuarded, LOOP_GUARD_TAG } from './loop-guard';

describe('isLoopGuarded: an order the service itself created ("Seller order")', () => {
  it.each([
    ['the tag', { tags: [LOOP_GUARD_TAG] }],
    ['the tag among others, whatever they are', { tags: ['vip', 7, null, LOOP_GUARD_TAG] }],
    ["the service's reference", { hub_external_ref: 'ref-1' }],
    ['both', { tags: [LOOP_GUARD_TAG], hub_external_ref: 'ref-1' }],
    ['one of them, the other being malformed', { tags: 'x', hub_external_ref: 'ref-1' }],
    [
      'the tag on an order malformed otherwise',
      { tags: [LOOP_GUARD_TAG], line_items: 'none', order_id: null },
    ],
  ])('recognises it by %s', (_, data) => {
    expect(isLoopGuarded(data)).toBe(true);
  });

  it.each([
    ['an order without either', { order_id: '1' }],
    ['other tags', { tags: ['HUB_SHIP', 'hub_shipping', ''] }],
    ['no tags', { tags: [] }],
    ['null for both', { tags: null, hub_external_ref: null }],
    ['an empty reference', { hub_external_ref: '' }],
    ['a blank reference (D7)', { hub_external_ref: ' \t' }],
    ['a reference that is no string', { hub_external_ref: 7 }],
    ['the tag outside a list', { tags: LOOP_GUARD_TAG }],
    ['no object', null],
    ['a list', [LOOP_GUARD_TAG]],
    ['text', LOOP_GUARD_TAG],
  ])('lets through %s', (_, data) => {
    expect(isLoopGuarded(data)).toBe(false);
  });
});
