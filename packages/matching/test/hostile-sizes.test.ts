import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { featuresOf, propose, type Features, type Listing } from '../src';
import { findPhrase } from '../src/find-phrase';
import { readPack } from '../src/packs';
import { plainText, wordsOf } from '../src/plain-text';

/*
 * D36: no work on a store's text costs more than its length times a logarithm. A cost that grows with the square of these
 * lengths takes minutes, and outlasts the time limit of the test.
 */
const CHARACTERS = 100_000;

/** What repeats in a hostile text: words, numbers, marks, letters that become several, and nearly each pattern's begin. */
const PIECES = fc.constantFrom(
  'q ',
  'q',
  '1',
  '1.',
  '.',
  ' ',
  '1 x ',
  '1x',
  'x1 ',
  'pack of ',
  '2 pack ',
  'twin pack',
  'er set ',
  'size ',
  'extra ',
  'double x ',
  'x small ',
  'one size ',
  "'",
  '\u0300',
  'e\u0301',
  '\ufdfa',
  'ß',
  'a1',
  'eu ',
  'black ',
);
const HOSTILE = fc.tuple(fc.array(PIECES, { minLength: 1, maxLength: 3 }), PIECES).map(([unit, end]) => {
  const text = unit.join('');
  return text.repeat(Math.ceil(CHARACTERS / text.length)).slice(0, CHARACTERS) + end;
});
const RUNS = { numRuns: 3 };

const listing = (given: Partial<Listing>): Listing => ({
  title: 'Tunnel Tent',
  brand: 'Fjellheim',
  variantTitle: null,
  size: 'M',
  sku: null,
  ...given,
});
const weights = { of: () => 0.5 };
const among = (one: Features, others: readonly Features[]) =>
  propose(
    one,
    others.map((features, index) => ({ id: index, shopId: index, features })),
    { rivals: others, weights },
  );

describe('D36: hostile sizes', () => {
  it('any text, in any field of a listing and of the one that it is compared with', () => {
    const fields = fc.record({
      title: HOSTILE,
      brand: HOSTILE,
      variantTitle: HOSTILE,
      size: HOSTILE,
      sku: HOSTILE,
    });
    fc.assert(
      fc.property(fields, fields, (one, other) => {
        const features = [featuresOf(one), featuresOf(other), featuresOf({ ...one, brand: other.brand })];
        for (const each of features) expect(among(each, features).length).toBeLessThanOrEqual(3);
      }),
      RUNS,
    );
  });

  it('a title of 400 000 words, which begins 200 000 times like its brand', () => {
    const title = 'q '.repeat(400_000);
    const { words } = featuresOf(listing({ title, brand: `${'q '.repeat(200_000)}z`, size: 'One size' }));
    expect([...words]).toEqual(['q']);
  });

  it('a brand is found where a slow search finds it', () => {
    const words = fc.array(fc.constantFrom('a', 'b'), { maxLength: 12 });
    fc.assert(
      fc.property(words, words, (text, phrase) => {
        const slow =
          phrase.length === 0
            ? -1
            : text.findIndex((_, index) => phrase.every((word, offset) => text[index + offset] === word));
        expect(findPhrase(text, phrase)).toBe(slow);
      }),
    );
  });

  it('a listing has at most 256 words, and two have at most 20 of each side compared letter by letter', () => {
    const letters = 'bcdfghjklm';
    const word = (index: number) => String(index).replaceAll(/\d/g, (digit) => letters[Number(digit)] ?? '');
    const title = (from: number) =>
      Array.from({ length: 50_000 }, (_, index) => word(from + index)).join(' ');
    const [one, other] = [100_000, 200_000].map((from) => featuresOf(listing({ title: title(from) })));
    if (!one || !other) throw new Error('no features');
    expect([one.words.size, other.words.size]).toEqual([256, 256]);
    expect(
      among(
        one,
        Array.from({ length: 200 }, () => other),
      ),
    ).toEqual([]);
  });

  it.each([
    ['plainText', plainText],
    ['wordsOf', wordsOf],
    ['readPack', readPack],
  ])('%s', (_name, work: (text: string) => unknown) => {
    fc.assert(
      fc.property(HOSTILE, (text) => expect(() => work(text)).not.toThrow()),
      RUNS,
    );
  });
});
