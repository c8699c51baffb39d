import { describe, expect, it } from '@jest/globals';
import { ownPath } from './own-path';

describe('where sign-in leads', () => {
  it.each(['/', '/orders', '/orders?q=A%2F1&x=//y', '/dead-letters/7#body'])(
    '%s is a page of the desk',
    (path) => {
      expect(ownPath(path)).toBe(path);
    },
  );

  it.each([
    'https://evil.example/',
    'HTTPS:evil.example',
    'javascript:alert(1)',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    ' //evil.example',
    'orders',
    '',
    undefined,
    ['/orders'],
  ])('%j leads to the first page', (path) => {
    expect(ownPath(path)).toBe('/');
  });
});
