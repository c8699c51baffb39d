import { choice } from '../engine/filters';
import { list } from '../engine/list';
import { ACCOUNT_FILTERS, LINE_COLUMNS, SIDE_LABELS, type LineOfShop } from './account-columns';
import { netOwed } from './net-owed';
import { netFigures } from './net-labels';
import { owedPairList } from './owed-pair-list';
import { periodAsked, periodText } from './period';
import { readLinesAfter, readPlace, writePlace } from './settled-pages';
import { lineRow } from './settlement-rows';
import { onSides } from './settle';

/** The lines of a shop that settled in a period (D24), as they settled; above them its net. */
export const settledLineList = list<LineOfShop>()({
  path: '/money/lines',
  title: 'Settled lines',
  command: {
    name: 'money.lines',
    says: 'the lines of a shop that settled in a period',
    argument: '<shop>',
    under: 'lines',
  },
  section: 'money',
  noun: 'settled line',
  about:
    'What a shop is owed and owes for each line. A line settles in the period in which its last package was recorded, or its rest was closed. A return changes nothing here.',
  links: [
    { text: 'Returned orders', href: '/money/returns', keeps: ['shop', 'from', 'to'] },
    { text: 'Money owed', href: '/money' },
  ],
  needs: { one: ['shop'], says: 'Name the shop whose lines are asked for.', until: owedPairList },
  filters: {
    ...ACCOUNT_FILTERS,
    side: choice('Direction', [
      ['ships', SIDE_LABELS.ships],
      ['sells', SIDE_LABELS.sells],
    ]),
  },
  sorts: [],
  columns: LINE_COLUMNS,
  json: lineRow,
  place: { write: writePlace, read: readPlace },
  async summaries({ db, now }, { shop, from, to }) {
    if (shop === undefined) return [];
    const period = periodAsked({ from, to }, now);
    return netFigures(await netOwed(db, shop, period), periodText(period.days));
  },
  async read({ db, now }, { filter: { shop: shopId = 0, from, to, side }, asked, after = null, limit }) {
    const period = periodAsked({ from, to }, now);
    const { lines, next } = await readLinesAfter(db, shopId, { period, after, take: limit, side });
    return { rows: onSides(asked['shop'] ?? '', lines), next };
  },
});
