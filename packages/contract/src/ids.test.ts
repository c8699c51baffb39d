import { describe, expect, it } from '@jest/globals';
import {
  EventId,
  ExternalRef,
  LineItemId,
  LocationId,
  OrderId,
  PackageId,
  ProductId,
  ShopSlug,
  VariantId,
} from './ids';
import { CountryCode, FilledText, StorableText, WebAddress } from './text';

const SURROGATE_FAULT = 'must not hold NUL or a lone surrogate';

describe.each(Object.entries({ EventId, ExternalRef, LineItemId, OrderId, PackageId, ProductId, VariantId }))(
  '%s: an identifier of 1 to 255 storable characters (D7)',
  (_, schema) => {
    it.each([
      ['one character', 'x'],
      ['255 characters', 'x'.repeat(255)],
      ['255 characters beyond the basic plane', '🧦'.repeat(255)],
      ['whatever a platform uses', 'gid://shop/Order/1 Größe'],
    ])('takes %s', (__, text) => {
      expect(schema.parse(text)).toBe(text);
    });

    it.each([
      ['nothing', '', 'must be 1 to 255 characters long'],
      ['256 characters', 'x'.repeat(256), 'must be 1 to 255 characters long'],
      ['256 characters beyond the basic plane', '🧦'.repeat(256), 'must be 1 to 255 characters long'],
      ['NUL', 'a\0b', SURROGATE_FAULT],
      ['half a surrogate pair', '\ud83e', SURROGATE_FAULT],
    ])('refuses %s', (__, text, message) => {
      expect(schema.safeParse(text).error?.issues[0]).toMatchObject({ message });
    });

    it('refuses a number', () => {
      expect(schema.safeParse(7).success).toBe(false);
    });
  },
);

describe('LocationId: a whole number carried as a string ("Identifier rules")', () => {
  it.each([['9000'], ['0'], ['81234567890123456789']])('takes %s', (text) => {
    expect(LocationId.parse(text)).toBe(text);
  });

  it.each([[''], ['-1'], ['1.0'], ['1e3'], ['loc-1'], ['٣'], [' 1'], ['1\n'], [9000]])(
    'refuses %j',
    (value) => {
      expect(LocationId.safeParse(value).success).toBe(false);
    },
  );
});

describe('ShopSlug: part of the event address (D1)', () => {
  it.each([['nordic-outdoor'], ['a'], ['Shop_2.eu']])('takes %s', (text) => {
    expect(ShopSlug.parse(text)).toBe(text);
  });

  it.each([[''], ['..'], ['.hidden'], ['-a'], ['a/b'], ['a b'], ['å'], ['a%2f']])('refuses %j', (text) => {
    expect(ShopSlug.safeParse(text).success).toBe(false);
  });
});

describe('texts', () => {
  it('StorableText is what PostgreSQL can hold (D7)', () => {
    expect(StorableText.parse('Größe 🧦\t\u0001')).toBe('Größe 🧦\t\u0001');
    expect(StorableText.safeParse('\0').success).toBe(false);
    expect(StorableText.safeParse('x\udc00y').success).toBe(false);
  });

  it('FilledText is not blank', () => {
    expect(FilledText.parse(' x ')).toBe(' x ');
    expect(FilledText.safeParse('').success).toBe(false);
    expect(FilledText.safeParse(' \t\n').success).toBe(false);
  });

  it('CountryCode is kept in upper case', () => {
    expect(CountryCode.parse('se')).toBe('SE');
    for (const wrong of ['', 'S', 'SWE', 'S1', 'ß', 'ıs'])
      expect(CountryCode.safeParse(wrong).success).toBe(false);
  });

  it('WebAddress is a link and no script', () => {
    expect(WebAddress.parse('https://carrier.example/t?id=1')).toBe('https://carrier.example/t?id=1');
    for (const wrong of [
      'carrier.example',
      '/t',
      'ftp://a.example',
      'javascript:alert(1)',
      'java\nscript:alert(1)',
    ]) {
      expect(WebAddress.safeParse(wrong).success).toBe(false);
    }
  });
});
