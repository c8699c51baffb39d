import { describe, expect, it } from '@jest/globals';
import { storableText } from '../text';
import { CancelRequest } from './cancel';
import { readRequest } from './read-request';
import { findStoreEndpoint, STORE_ENDPOINTS } from './store-endpoints';

describe('a call as a store reads it', () => {
  it('is the request, or its first fault by field', () => {
    const request = { external_ref: 'C-1', order_id: 'SO-1' };
    expect(readRequest(CancelRequest, request)).toEqual({ ok: true, request });
    expect(readRequest(CancelRequest, { external_ref: 'C-1' })).toMatchObject({
      ok: false,
      fault: { field: 'order_id' },
    });
  });

  it('has its endpoint by name', () => {
    expect(findStoreEndpoint('cancel_order')).toBe(STORE_ENDPOINTS.cancel_order);
    expect(findStoreEndpoint('nothing')).toBeNull();
  });
});

describe('D7: a text of a store in a form that PostgreSQL can hold', () => {
  it.each([
    ['as it is', 'Åsa 👟', 9, 'Åsa 👟'],
    ['NUL and lone surrogates replaced', 'a\0b\ud800', 9, 'a\ufffdb\ufffd'],
    ['cut to its length', 'abcd', 3, 'abc'],
    ['just as long', 'abc', 3, 'abc'],
    ['no character cut in half', '👟👟👟', 2, '👟👟'],
  ])('%s', (_, text, characters, expected) => {
    expect(storableText(text, characters)).toBe(expected);
  });

  it('is not cut without a limit', () => {
    expect(storableText('x'.repeat(5_000))).toHaveLength(5_000);
  });
});
