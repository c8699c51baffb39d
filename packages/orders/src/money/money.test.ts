import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { allocateShipping } from './allocate-shipping';
import { exact, exactText, readExact, roundHalfUp, type Exact } from './exact';
import { minorUnitDigits } from './minor-unit-digits';
import {
  priceLines,
  type AmountLine,
  type LinePrice,
  type LineRates,
  type OrderAmounts,
} from './price-lines';
import { forShippedPieces } from './stored-calculation';

function aLine(overrides: Partial<AmountLine> = {}): AmountLine {
  return { lineItemId: 'L-1', quantity: 1, unitPrice: '100', ...overrides };
}

function anOrderOf(lines: AmountLine[], overrides: Partial<OrderAmounts> = {}): OrderAmounts {
  return { currency: 'EUR', lines, totalDiscounts: '0', shippingCost: '0', ...overrides };
}

const RATES: LineRates = { consumerVat: '0.25', splitRate: '0.7', injectionVat: '0.25' };

function priceOf(order: OrderAmounts, rates: LineRates = RATES, lineItemId = 'L-1'): LinePrice {
  const price = priceLines(order, new Map([[lineItemId, rates]])).get(lineItemId);
  if (!price) throw new Error('not priced');
  return price;
}

describe('worked examples (D24), checked by hand', () => {
  // 1.30 ÷ 1.21 × 0.65 × 1.21 = 0.845, exactly half: up. A double holds 0.84499… and would give 0.84.
  it('1.30 at 21 % VAT, rate 0.65, injection 21 % is 0.85', () => {
    const rates = { consumerVat: '0.21', splitRate: '0.65', injectionVat: '0.21' };
    const price = priceOf(anOrderOf([aLine({ unitPrice: '1.3' })]), rates);
    expect(price).toMatchObject({ exactUnitPrice: '0.845', unitPrice: '0.85', rounding: '0.005' });
  });

  // (30 − 1) ÷ 1.25 × 0.7 × 1.25 = 20.30; ÷ 3 = 6.7666… → 6.77; 3 × 6.77 = 20.31.
  it('three at 10.00 less 1.00, rate 0.70, 25 % both ways is 6.77 each with a rounding entry of 0.01', () => {
    const order = anOrderOf([aLine({ unitPrice: '10', quantity: 3 })], { totalDiscounts: '1' });
    expect(priceOf(order)).toEqual({
      gross: '30',
      discountShare: '1',
      afterDiscount: '29',
      consumerVatRate: '0.25',
      consumerVat: '5.8',
      net: '23.2',
      splitRate: '0.7',
      payout: '16.24',
      injectionVatRate: '0.25',
      injectionVat: '4.06',
      exactUnitPrice: '203/30',
      unitPrice: '6.77',
      owed: '20.31',
      rounding: '0.01',
    });
  });

  const table: [
    why: string,
    line: Partial<AmountLine>,
    discounts: string,
    rates: LineRates,
    unit: string,
    rounding: string,
  ][] = [
    ['VAT off, split, injection VAT on', {}, '0', RATES, '70.00', '0'],
    // 100 ÷ 1.25 × 0.7
    ['no injection VAT across borders', {}, '0', { ...RATES, injectionVat: null }, '56.00', '0'],
    // 100 ÷ 1.19 × 0.7 × 1.25 = 73.5294…
    ['other VAT at the destination', {}, '0', { ...RATES, consumerVat: '0.19' }, '73.53', '1/1700'],
    // (100 − 100) …
    ['everything given away', {}, '100', RATES, '0.00', '0'],
    // 0.01 ÷ 1.25 × 0.5 × 1 = 0.004 → 0.00
    [
      'less than half a cent is nothing',
      { unitPrice: '0.01' },
      '0',
      { consumerVat: '0.25', splitRate: '0.5', injectionVat: null },
      '0.00',
      '-0.004',
    ],
    // 19.99 × 7 = 139.93; − 0.07 = 139.86; ÷ 1.255 × 0.655 × 1.255 = 91.6083; ÷ 7 = 13.0869
    [
      'awkward rates',
      { unitPrice: '19.99', quantity: 7 },
      '0.07',
      { consumerVat: '0.255', splitRate: '0.655', injectionVat: '0.255' },
      '13.09',
      '0.0217',
    ],
    [
      'six decimals are kept until the end',
      { unitPrice: '0.714286', quantity: 7 },
      '0',
      { consumerVat: '0', splitRate: '1', injectionVat: null },
      '0.71',
      '-0.030002',
    ],
    [
      'a rate above one',
      { unitPrice: '10' },
      '0',
      { consumerVat: '0', splitRate: '1.1', injectionVat: null },
      '11.00',
      '0',
    ],
  ];
  it.each(table)('%s', (_why, line, totalDiscounts, rates, unitPrice, rounding) => {
    expect(priceOf(anOrderOf([aLine(line)], { totalDiscounts }), rates)).toMatchObject({
      unitPrice,
      rounding,
    });
  });

  it.each([
    ['JPY', 0, '8457'],
    ['KWD', 3, '8456.790'],
    ['EUR', 2, '8456.79'],
    ['HUF', 2, '8456.79'],
    ['CLF', 4, '8456.7900'],
  ])('rounds to the ISO 4217 minor unit of %s', (currency, digits, unitPrice) => {
    expect(minorUnitDigits(currency)).toBe(digits);
    expect(priceOf(anOrderOf([aLine({ unitPrice: '12081.1286' })], { currency }))).toMatchObject({
      unitPrice,
    });
  });
});

describe('all lines share the discount, by gross value (rule 3)', () => {
  const own = aLine({ lineItemId: 'own', unitPrice: '300' });

  it("a line's share is its share of the gross value, the shop's own lines counted", () => {
    const order = anOrderOf([aLine(), own], { totalDiscounts: '40' });
    expect(priceOf(order)).toMatchObject({ discountShare: '10', afterDiscount: '90' });
  });

  it('by quantity where all gross values are 0', () => {
    const order = anOrderOf([aLine({ unitPrice: '0' }), { ...own, unitPrice: '0', quantity: 3 }], {
      totalDiscounts: '0',
    });
    expect(priceOf(order)).toMatchObject({ discountShare: '0', unitPrice: '0.00' });
  });
});

describe('shipping for settlement (rule 6, D24)', () => {
  it('VAT is removed from the total, which is rounded before it is shared', () => {
    // 9.99 ÷ 1.25 = 7.992
    const { net } = allocateShipping(anOrderOf([aLine()], { shippingCost: '9.99' }), '0.25');
    expect(net).toBe('7.99');
  });

  it('largest remainders take the rest', () => {
    // 10.00 over 1 : 1 : 4 → 1.666…, 1.666…, 6.666…: two cents left, equal remainders: larger gross first
    const lines = [
      aLine({ lineItemId: 'b' }),
      aLine({ lineItemId: 'a' }),
      aLine({ lineItemId: 'c', unitPrice: '400' }),
    ];
    const { shares } = allocateShipping(anOrderOf(lines, { shippingCost: '10' }), '0');
    expect([...shares]).toEqual([
      ['b', '1.66'],
      ['a', '1.67'],
      ['c', '6.67'],
    ]);
  });

  it('on equal remainder and gross value the lower line_item_id by code point comes first', () => {
    // U+FF5E is below U+1F600 by code point, above it by UTF-16 unit.
    const lines = [aLine({ lineItemId: '\u{1f600}' }), aLine({ lineItemId: '\uff5e' })];
    const { shares } = allocateShipping(anOrderOf(lines, { shippingCost: '0.01' }), '0');
    expect(shares.get('\uff5e')).toBe('0.01');
  });

  it('by quantity where all gross values are 0', () => {
    const lines = [
      aLine({ lineItemId: 'a', unitPrice: '0', quantity: 3 }),
      aLine({ lineItemId: 'b', unitPrice: '0' }),
    ];
    const { shares } = allocateShipping(anOrderOf(lines, { shippingCost: '4' }), '0');
    expect([...shares]).toEqual([
      ['a', '3.00'],
      ['b', '1.00'],
    ]);
  });
});

const amount = fc
  .tuple(fc.nat(1_000_000), fc.nat(999_999))
  .map(([whole, millionths]) => trimmed(whole, millionths));
const line = fc.record({ quantity: fc.integer({ min: 1, max: 50 }), unitPrice: amount });
const orders = fc
  .tuple(
    fc.array(line, { minLength: 1, maxLength: 12 }),
    fc.nat(1_000),
    amount,
    fc.constantFrom('EUR', 'JPY', 'KWD'),
  )
  .map(([lines, perMille, shippingCost, currency]) => {
    const named = lines.map((one, index) => ({ ...one, lineItemId: `L-${index}` }));
    const gross = totalOf(named.map(({ unitPrice, quantity }) => exact(unitPrice).mul(BigInt(quantity))));
    const totalDiscounts = exactText(gross.mul(BigInt(perMille)).div(1_000n));
    return { currency, lines: named, shippingCost, totalDiscounts };
  });
const rate = fc.nat(1_000).map((perMille) => trimmed(0, perMille * 1_000));

describe('properties of money (D24)', () => {
  it('discount shares sum to the discount, for any order', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const shares = [...priceAll(order).values()].map(({ discountShare }) => readExact(discountShare));
        expect(totalOf(shares).equals(exact(order.totalDiscounts))).toBe(true);
      }),
    );
  });

  it('shipping shares sum to the total exactly, none below 0', () => {
    fc.assert(
      fc.property(orders, rate, (order, consumerVat) => {
        const { net, shares } = allocateShipping(order, consumerVat);
        expect(totalOf([...shares.values()].map(exact)).equals(exact(net))).toBe(true);
        expect([...shares.values()].every((share) => exact(share).gte(0n))).toBe(true);
      }),
    );
  });

  it('the order of the lines does not matter', () => {
    fc.assert(
      fc.property(orders, rate, fc.infiniteStream(fc.nat()), (order, consumerVat, keys) => {
        const mixed = { ...order, lines: shuffled([...order.lines], keys) };
        expect(sorted(priceAll(mixed))).toEqual(sorted(priceAll(order)));
        expect(sorted(allocateShipping(mixed, consumerVat).shares)).toEqual(
          sorted(allocateShipping(order, consumerVat).shares),
        );
      }),
    );
  });

  it('every step adds up exactly: the owed amount is the exact value plus the rounding entry', () => {
    fc.assert(
      fc.property(orders, rate, rate, (order, consumerVat, splitRate) => {
        for (const price of priceAll(order, { consumerVat, splitRate, injectionVat: '0.25' }).values()) {
          expect(
            readExact(price.afterDiscount).equals(readExact(price.net).add(readExact(price.consumerVat))),
          ).toBe(true);
          const exactOwed = readExact(price.payout).add(readExact(price.injectionVat));
          expect(readExact(price.owed).sub(exactOwed).equals(readExact(price.rounding))).toBe(true);
          const unit = readExact(price.unitPrice).sub(readExact(price.exactUnitPrice)).mul(2n);
          const minorUnit = exact('1').div(10n ** BigInt(minorUnitDigits(order.currency)));
          expect(unit.lte(minorUnit) && unit.gt(minorUnit.neg())).toBe(true);
        }
      }),
    );
  });

  it('what is owed for some pieces of a line, and for its others, adds up to the line', () => {
    fc.assert(
      fc.property(orders, rate, fc.nat(), (order, consumerVat, cut) => {
        const { currency } = order;
        const prices = priceAll(order, { consumerVat, splitRate: '0.7', injectionVat: null });
        for (const { lineItemId, quantity: of } of order.lines) {
          const price = prices.get(lineItemId);
          if (!price) throw new Error('not priced');
          const whole = { ...price, currency, shipping: { paid: '0', net: '0', share: '0' } };
          const some = cut % (of + 1);
          const [one, other] = [some, of - some].map((pieces) => forShippedPieces(whole, { pieces, of }));
          for (const field of ['owed', 'rounding'] as const) {
            const both = readExact(one?.[field] ?? '').add(readExact(other?.[field] ?? ''));
            expect(both.equals(readExact(price[field]))).toBe(true);
          }
        }
      }),
    );
  });

  it('no value passes through binary floating point', () => {
    // 15 digits and six decimals together: a double would lose the last of them.
    const order = anOrderOf([aLine({ unitPrice: '999999999.999999', quantity: 1_000_003 })], {
      totalDiscounts: '0.000001',
    });
    const price = priceOf(order, { consumerVat: '0', splitRate: '1', injectionVat: null });
    expect(price.afterDiscount).toBe('1000002999999998.999996');
    expect(exactText(exact('1').div(2n ** 40n))).toBe('0.0000000000009094947017729282379150390625');
    expect(roundHalfUp(exact('1.005'), 2)).toBe('1.01');
    expect(() => exact('1e-7')).toThrow('not a plain decimal');
  });
});

function priceAll(order: OrderAmounts, rates: LineRates = RATES): Map<string, LinePrice> {
  return priceLines(order, new Map(order.lines.map(({ lineItemId }) => [lineItemId, rates])));
}

function totalOf(values: Exact[]): Exact {
  return values.reduce((sum, value) => sum.add(value), exact('0'));
}

function trimmed(whole: number, millionths: number): string {
  const decimals = String(millionths).padStart(6, '0').replace(/0+$/, '');
  return decimals === '' ? String(whole) : `${whole}.${decimals}`;
}

function sorted<T>(map: ReadonlyMap<string, T>): [string, T][] {
  return [...map].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function shuffled<T>(items: T[], keys: Iterator<number>): T[] {
  return items
    .map((item) => ({ item, key: Number(keys.next().value) }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
