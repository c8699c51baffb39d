import { describe, expect, it } from '@jest/globals';
import { settlementPages, wholeSettlement, type SettlementPage } from './settlement-pages';

const OF = { shop: 'nordic', from: '2026-11-01', to: '2026-11-30' };

const aLine = (order: string): SettlementPage['lines'][number] => ({
  kind: 'line',
  side: 'ships',
  selling_shop: 'alpine',
  shipping_shop: 'nordic',
  order_id: order,
  line_item_id: 'L',
  external_ref: order,
  at: '2026-11-05T10:00:00Z',
  shipped_at: '2026-11-04T10:00:00Z',
  currency: 'EUR',
  quantity: '1',
  unit_price: '7.00',
  owed: '7.00',
  rounding: '0',
  shipping_share: '0',
  due: '7.00',
  gross: '0',
  discount_share: '0',
  after_discount: '0',
  consumer_vat_rate: '0',
  consumer_vat: '0',
  net: '0',
  split_rate: '0',
  payout: '0',
  injection_vat_rate: '',
  injection_vat: '0',
  ordered: '1',
  order_number: '#1',
  variant_id: 'V',
  title: 'Tent',
});
const aTotal = (lines: number): SettlementPage['totals'][number] => ({
  kind: 'total',
  side: 'ships',
  currency: 'EUR',
  lines,
  owed: '0',
  rounding: '0',
  shipping_share: '0',
  due: '0',
});
const aPage = (page: Partial<SettlementPage>): SettlementPage => ({
  shop: 'nordic',
  lines: [],
  returns: [],
  totals: [],
  net: [],
  next: null,
  ...page,
});

/** A desk that answers page after page. @returns also the requests it got */
function aDesk(pages: SettlementPage[]) {
  const asked: unknown[] = [];
  const ask = async (input: unknown): Promise<SettlementPage> => {
    asked.push(input);
    return pages.shift() ?? aPage({});
  };
  return { ask, asked };
}

describe('hub settlement reads page after page', () => {
  it('each from the end of the previous one, and has all lines in order, with the totals of the last', async () => {
    const { ask, asked } = aDesk([
      aPage({ lines: [aLine('1'), aLine('2')], next: '10.0.R' }),
      aPage({ lines: [aLine('3')], totals: [aTotal(3)] }),
    ]);
    const whole = await wholeSettlement(settlementPages(ask, OF));
    expect(whole.lines.map(({ order_id }) => order_id)).toEqual(['1', '2', '3']);
    expect(whole.totals).toEqual([aTotal(3)]);
    expect(asked).toEqual([OF, { ...OF, after: '10.0.R' }]);
  });

  it('and says so where the totals do not belong to the lines that were read', async () => {
    const { ask } = aDesk([
      aPage({ lines: [aLine('1')], next: '10.0.R' }),
      aPage({ lines: [aLine('3')], totals: [aTotal(3)] }),
    ]);
    await expect(wholeSettlement(settlementPages(ask, OF))).rejects.toThrow(/came in while it was read/);
  });
});
