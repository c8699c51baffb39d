import { list, partOf, time } from '../engine/list';
import type { ColumnOf } from '../engine/list-definition';
import { BY_NUMBER } from '../engine/places';
import { ACCOUNT_FILTERS, SIDE_LABELS } from './account-columns';
import { owedPairList } from './owed-pair-list';
import { periodAsked } from './period';
import { readReturnedLines } from './read-settlement';
import { returnedOrders, type ReturnedOrder } from './returned-orders';
import type { ReturnedLine } from './settled-line';
import { returnRow } from './settlement-rows';
import { onSides, type Side } from './settle';

/** A returned order as one of its shops has it. */
type Row = ReturnedOrder<ReturnedLine & { side: Side }>;

/** The columns of a returned order, in every list of them. */
export const RETURNED_COLUMNS: readonly ColumnOf<Row>[] = [
  { name: 'Reported', cell: ({ first }) => first.receivedAt },
  { name: 'By', cell: ({ lines }) => unlike(lines.map(({ reportedBy }) => reportedBy)) },
  { name: 'Direction', cell: ({ first }) => SIDE_LABELS[first.side] },
  {
    name: 'With',
    cell: ({ lines }) =>
      unlike(lines.map(({ side, ...line }) => (side === 'ships' ? line.sellingName : line.shippingName))),
  },
  {
    name: 'Order',
    head: true,
    cell: ({ first: { orderId, orderNumber, sellerOrderId } }) => ({
      text: orderNumber ?? orderId,
      href: `/orders/${sellerOrderId}`,
    }),
  },
  { name: 'Order id', only: 'text', cell: ({ first }) => first.orderId },
  {
    name: 'Items',
    cell: ({ lines }) =>
      lines.map(({ quantity, title, variantId }) => `${quantity} × ${title ?? 'no title'} (${variantId})`),
  },
  { name: 'Lines', cell: ({ lines }) => lines.map(({ lineItemId }) => lineItemId).join(', ') },
  { name: 'Pieces', number: true, cell: ({ pieces }) => pieces },
  { name: 'Package', cell: ({ lines }) => packageText(lines) },
];

/** Orders of a shop of which something was returned in a period, each once: listed, never reversed (D24). */
export const returnedList = list<Row>()({
  path: '/money/returns',
  title: 'Returned orders',
  command: {
    name: 'money.returns',
    says: 'the returned orders of a shop in a period, each once',
    argument: '<shop>',
    under: 'orders',
  },
  section: 'money',
  noun: 'returned order',
  about:
    'Orders of which something was first reported as returned in a period. A return changes nothing that is owed: it is listed, never reversed.',
  links: [
    { text: 'Settled lines', href: '/money/lines', keeps: ['shop', 'from', 'to'] },
    { text: 'Money owed', href: '/money' },
  ],
  needs: { one: ['shop'], says: 'Name the shop whose returned orders are asked for.', until: owedPairList },
  filters: ACCOUNT_FILTERS,
  sorts: [],
  columns: RETURNED_COLUMNS,
  json: ({ first, lines, pieces }) => ({
    side: first.side,
    order_id: first.orderId,
    order_number: first.orderNumber,
    reported_at: time(first.receivedAt),
    pieces,
    lines: lines.map(returnRow),
  }),
  place: BY_NUMBER,
  async read({ db, now }, { filter: { shop = 0, from, to }, asked, after, limit }) {
    const found = await readReturnedLines(db, shop, periodAsked({ from, to }, now));
    return partOf(returnedOrdersOf(asked['shop'] ?? '', found), { after, limit });
  },
});

/** The returned orders of a shop. */
export function returnedOrdersOf(shop: string, lines: readonly ReturnedLine[]): Row[] {
  return returnedOrders(onSides(shop, lines), ({ sellerOrderId }) => sellerOrderId);
}

function packageText(lines: readonly ReturnedLine[]): string {
  const missing = lines.filter(({ isShipped }) => !isShipped).map(({ lineItemId }) => lineItemId);
  if (missing.length === 0) return 'reported';
  return missing.length === lines.length
    ? 'none reported: not owed'
    : `not of ${missing.join(', ')}: not owed`;
}

const unlike = (texts: readonly string[]): readonly string[] => [...new Set(texts)];
