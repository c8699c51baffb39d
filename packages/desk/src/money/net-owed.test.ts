import { exact, exactText, type Exact } from '@hub/orders/money';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { accountLines, netOf } from './net-owed';
import { RunningTotals } from './running-totals';
import { inPlaces, onSides } from './settle';

const SHOPS = ['alpine', 'nordic', 'suomi'] as const;

const DECIMALS: Readonly<Record<string, number>> = { EUR: 2, JPY: 0, KWD: 3 };

type OwedLine = ReturnType<typeof aLine>;

/** A line between two of the shops, in minor units of its currency. */
const line = fc
  .record({
    pair: fc.shuffledSubarray([...SHOPS], { minLength: 2, maxLength: 2 }),
    currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
    goods: fc.nat(10_000_000),
    share: fc.nat(1_000_000),
  })
  .map(({ pair: [sellingShop = '', shippingShop = ''], currency, goods, share }) =>
    aLine({
      sellingShop,
      shippingShop,
      currency,
      owed: units(goods, currency),
      share: units(share, currency),
    }),
  );

describe('D24: what a shop owes, net', () => {
  it('is what it is owed less what it owes, exactly, each currency separately', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), fc.constantFrom(...SHOPS), (lines, shop) => {
        const own = linesOf(shop, lines);
        const currencies = [...new Set(own.map(({ calculation }) => calculation.currency))].toSorted();
        const sum = (currency: string, side: 'sellingShop' | 'shippingShop') =>
          own
            .filter((one) => one[side] === shop && one.calculation.currency === currency)
            .map(({ calculation: { owed, shipping } }) => exact(owed).add(exact(shipping.share)))
            .reduce<Exact>((total, one) => total.add(one), exact('0'));
        const nets = netOf(totalsOf(shop, lines));
        expect(nets.map(({ currency }) => currency)).toEqual(currencies);
        for (const { currency, owes, isOwed, net } of nets) {
          const [owing, owed] = [sum(currency, 'sellingShop'), sum(currency, 'shippingShop')];
          expect([owes, isOwed, net].map(exact)).toEqual([owing, owed, owed.sub(owing)]);
          const places = DECIMALS[currency];
          expect([owes, isOwed, net].map((text) => text.split('.')[1]?.length ?? 0)).toEqual([
            places,
            places,
            places,
          ]);
        }
      }),
    );
  });

  it('adds up to nothing over all shops: each line is owed once, by one shop to another', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const nets = SHOPS.flatMap((shop) => netOf(totalsOf(shop, lines)));
        for (const currency of ['EUR', 'JPY', 'KWD']) {
          const own = nets.filter((net) => net.currency === currency);
          const all = own.reduce<Exact>((total, { net }) => total.add(exact(net)), exact('0'));
          expect(all.equals(0n)).toBe(true);
        }
      }),
    );
  });

  it('has a line for each direction, also for the one in which nothing is owed', () => {
    const lines = [
      aLine({ sellingShop: 'alpine', shippingShop: 'nordic', currency: 'EUR', owed: '70', share: '3.92' }),
    ];
    const amounts = { currency: 'EUR', rounding: '0.000000' };
    const nothing = { lines: 0, owed: '0.00', shippingShare: '0.00', due: '0.00' };
    expect(accountLines(totalsOf('alpine', lines))).toEqual([
      { ...amounts, side: 'sells', lines: 1, owed: '70.00', shippingShare: '3.92', due: '73.92' },
      { ...amounts, ...nothing, side: 'ships' },
      { ...amounts, side: 'net', lines: 1, owed: '-70.00', shippingShare: '-3.92', due: '-73.92' },
    ]);
    expect(accountLines([])).toEqual([]);
  });
});

function totalsOf(shop: string, lines: readonly OwedLine[]) {
  const totals = new RunningTotals();
  totals.add(linesOf(shop, lines));
  return totals.list();
}

function linesOf(shop: string, lines: readonly OwedLine[]) {
  return onSides(
    shop,
    lines.filter(({ sellingShop, shippingShop }) => [sellingShop, shippingShop].includes(shop)),
  );
}

function units(count: number, currency: string): string {
  return inPlaces(exactText(exact(String(count)).div(10n ** BigInt(DECIMALS[currency] ?? 0))), currency);
}

function aLine(of: {
  sellingShop: string;
  shippingShop: string;
  currency: string;
  owed: string;
  share: string;
}) {
  const { sellingShop, shippingShop, currency, owed, share } = of;
  const zero = {
    gross: '0',
    discountShare: '0',
    afterDiscount: '0',
    consumerVat: '0',
    net: '0',
    payout: '0',
  };
  return {
    sellingShop,
    shippingShop,
    calculation: {
      ...zero,
      currency,
      consumerVatRate: '0.25',
      splitRate: '0.7',
      injectionVatRate: null,
      injectionVat: '0',
      exactUnitPrice: owed,
      unitPrice: owed,
      owed,
      rounding: '0',
      shipping: { paid: share, net: share, share },
    },
  };
}
