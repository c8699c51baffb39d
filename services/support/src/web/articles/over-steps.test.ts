import { timeRange } from '@hub/desk/figures';
import type { ArticleStock } from '@hub/desk/stock';
import { describe, expect, it } from '@jest/globals';
import { stockRows, stockSeries } from './over-steps';

const variant = (shopName: string, free: (number | null)[]): ArticleStock['variants'][number] => ({
  shopId: 1,
  shop: shopName,
  shopName,
  variantId: 'V',
  title: 'Tent',
  brand: 'B',
  size: 'One size',
  retired: false,
  onHand: 0,
  committed: 0,
  target: null,
  reported: null,
  stock: { free, committed: free.map((value) => value && 1) },
});

describe('stock of an article at many shops', () => {
  it('of one shop is drawn with what is promised', () => {
    expect(stockSeries([variant('one', [null, 3])])).toEqual([
      { name: 'one', values: [null, 3] },
      { name: 'promised or blocked', values: [null, 1], tone: 'rest' },
    ]);
  });

  it('of more than six shops combines the others, and loses none', () => {
    const series = stockSeries(
      Array.from({ length: 9 }, (_, n) => variant(`s${n}`, [n === 8 ? null : 1, 2])),
    );
    expect(series.map(({ name }) => name).slice(-2)).toEqual(['3 other shops', 'promised or blocked']);
    expect(series.at(-2)?.values).toEqual([2, 6]);
  });

  it('as a table is unknown only if nothing is known of any shop', () => {
    const range = timeRange('24h', Date.parse('2026-11-22T18:20:00Z'));
    const values = (last: number | null) => [...Array.from({ length: 22 }, () => null), last, 5];
    const rows = stockRows([variant('one', values(null)), variant('two', values(4))], range);
    expect(rows.slice(-3).map(({ free }) => free)).toEqual([null, 4, 10]);
  });
});
