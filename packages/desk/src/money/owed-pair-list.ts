import { listAddress } from '../engine/address';
import type { Said } from '../engine/cell';
import { month } from '../engine/filters';
import { list, partOf } from '../engine/list';
import { BY_NUMBER } from '../engine/places';
import { amount, figure } from '../words/amount';
import { amountCell } from './account-columns';
import { owedInAll, pairsOfMonth, type Owed } from './owed-by-pair';
import { periodOfMonth, periodText, shiftMonth, type Days } from './period';

type Row = Owed & Pick<Days, 'days'>;

const ADDRESS = '/money';
/** Money owed by pair of shops in a month (D24), each currency separately, the largest first. */
export const owedPairList = list<Row>()({
  path: ADDRESS,
  title: 'Money owed',
  command: { name: 'money.pairs', says: 'what each shop owes each other one in a month', under: 'pairs' },
  section: 'money',
  noun: 'pair of shops',
  about:
    'What shops owe one another for what was shipped in a month. A line settles when its last package is recorded. Choose a shop for its net and its lines. At most a minute old.',
  links: [{ text: 'VAT rates', href: '/money/vat' }],
  filters: {
    month: month(
      'Month (UTC), such as 2026-11',
      'of this month (UTC), such as 2026-11; the current one if not given',
    ),
  },
  sorts: [],
  columns: [
    { name: 'Selling shop id', only: 'file', cell: ({ sellingShop }) => sellingShop },
    {
      name: 'Owes',
      head: true,
      cell: ({ sellingShop, sellingName, days }) => account(sellingShop, sellingName, days),
    },
    { name: 'Shipping shop id', only: 'file', cell: ({ shippingShop }) => shippingShop },
    {
      name: 'Is owed',
      cell: ({ shippingShop, shippingName, days }) => account(shippingShop, shippingName, days),
    },
    { name: 'Lines', number: true, cell: ({ lines }) => lines },
    { name: 'Goods', number: true, cell: ({ owed }) => amountCell(owed) },
    { name: 'Shipping', number: true, cell: ({ shippingShare }) => amountCell(shippingShare) },
    { name: 'Due', number: true, cell: ({ due }) => amountCell(due) },
    { name: 'Currency', cell: ({ currency }) => currency },
  ],
  json: (pair) => ({
    selling_shop: pair.sellingShop,
    shipping_shop: pair.shippingShop,
    currency: pair.currency,
    lines: pair.lines,
    goods: pair.owed,
    shipping_share: pair.shippingShare,
    due: pair.due,
  }),
  place: BY_NUMBER,
  beside: ({ month: shown }) =>
    [shiftMonth(shown, -1), shiftMonth(shown, 1)].map((other) => ({
      text: other,
      href: listAddress(ADDRESS, { month: other }),
    })),
  async summaries({ db, now }, { month: of }) {
    const { days } = periodOfMonth(of);
    const totals = owedInAll(await pairsOfMonth(db, of, now));
    if (totals.length === 0) return [{ title: `Nothing settled ${periodText(days)}`, figures: [] }];
    return totals.map(({ currency, lines, pairs, owed, shippingShare, due }) => ({
      title: `${currency}, ${periodText(days)}`,
      figures: [
        ['Due in all', amount(due)],
        ['of it goods', amount(owed)],
        ['of it shipping', amount(shippingShare)],
        ['Lines', figure(lines)],
        ['Pairs of shops', figure(pairs)],
      ],
    }));
  },
  async read({ db, now }, { filter: { month: of }, after, limit }) {
    const { days } = periodOfMonth(of);
    const pairs = await pairsOfMonth(db, of, now);
    return partOf(
      pairs.map((pair) => ({ ...pair, days })),
      { after, limit },
    );
  },
});

/** The account of a shop for the days shown. */
function account(slug: string, name: string, days: Days['days']): Said {
  return { text: name, href: listAddress(`/money/shops/${slug}`, days) };
}
