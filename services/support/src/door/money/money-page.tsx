import type { AccountView } from '@hub/desk/door';
import { netLabel, periodText, returnedOrders } from '@hub/desk/money';
import { amount, money } from '@hub/desk/words';
import { Time } from '../../web/layout/time';
import { None, Table, type Column } from '../layout/table';
import { orderAddress } from '../orders/orders-page';

type Line = AccountView['lines'][number];
type Goods = AccountView['returns'][number];
type Net = AccountView['net'][number];
type Total = AccountView['totals'][number];

const SIDES = { ships: 'you shipped for others', sells: 'others shipped for you' } as const;

const LINES: readonly Column<Line>[] = [
  { name: 'Order', cell: (line) => <OrderLink line={line} /> },
  { name: 'Item', cell: (line) => <Item line={line} /> },
  { name: 'What', cell: ({ side }) => SIDES[side] },
  { name: 'Recorded', cell: (line) => <Time at={new Date(line.settled_at)} /> },
  { name: 'Shipped', cell: (line) => <Time at={new Date(line.shipped_at)} /> },
  { name: 'Pieces', number: true, cell: (line) => line.quantity },
  {
    name: 'Each',
    number: true,
    cell: (line) => (line.unit_price === null ? <None /> : amount(line.unit_price)),
  },
  { name: 'Goods', number: true, cell: (line) => amount(line.goods) },
  { name: 'Shipping', number: true, cell: (line) => amount(line.shipping_share) },
  { name: 'Due', number: true, cell: (line) => money(line.due, line.currency) },
];

/** What the shop is owed, and what it owes, for a period. */
export function MoneyPage({ view }: { view: AccountView }) {
  const { from, to, totals, net, lines, returns, next } = view;
  const period = periodText({ from, to });
  return (
    <>
      <h1>What is owed</h1>
      <p>
        <strong>Lines settled {period}.</strong>
      </p>
      <form class="panel" action="/money" aria-label="Period">
        <p class="field">
          <label for="from">From</label>
          <input id="from" name="from" type="date" value={from} required />
        </p>
        <p class="field">
          <label for="to">To</label>
          <input id="to" name="to" type="date" value={to} required />
        </p>
        <button type="submit">Show</button>
      </form>
      <p class="actions">
        <a href={`/money/file?${new URLSearchParams({ from, to })}`}>As a CSV file</a>
      </p>
      <NetTable net={net} totals={totals} none={`Nothing settled ${period}.`} />
      <h2>Line by line</h2>
      <Table label="Settled lines" none="None." rows={lines} columns={LINES} />
      {next !== null && (
        <p>
          <a href={`/money?${new URLSearchParams({ from, to, page: String(next) })}`}>Further lines</a>
        </p>
      )}
      <h2>Returned</h2>
      <p class="soft">A return changes nothing above: it is listed, never reversed.</p>
      <Table
        label="Returned orders"
        none="No returned orders."
        rows={returnedOrders(returns, orderOf)}
        columns={[
          { name: 'Order', cell: ({ first }) => <OrderLink line={first} /> },
          { name: 'Items', cell: (order) => order.lines.map((goods) => <Returned goods={goods} />) },
          { name: 'What', cell: ({ first }) => SIDES[first.side] },
          { name: 'Pieces', number: true, cell: ({ pieces }) => pieces },
          { name: 'Reported', cell: ({ first }) => <Time at={new Date(first.reported_at)} /> },
        ]}
      />
    </>
  );
}

/** Each direction and the net, each currency separately. */
function NetTable({ net, totals, none }: { net: readonly Net[]; totals: readonly Total[]; none: string }) {
  const rows = net.flatMap(({ currency, owes, is_owed: isOwed, net: due }) => [
    { what: 'You owe', side: 'sells', currency, due: owes },
    { what: 'You are owed', side: 'ships', currency, due: isOwed },
    { what: `Net, ${netLabel(due)}`, side: null, currency, due },
  ]);
  const totalOf = ({ side, currency }: (typeof rows)[number]) =>
    totals.find((total) => total.side === side && total.currency === currency);
  const figure = (row: (typeof rows)[number], of: (total: Total) => string | number) => {
    const total = totalOf(row);
    return total ? of(total) : '';
  };
  return (
    <Table
      label="Net"
      none={none}
      rows={rows}
      columns={[
        { name: 'What', cell: ({ what }) => what },
        { name: 'Lines', number: true, cell: (row) => figure(row, ({ lines }) => lines) },
        { name: 'Goods', number: true, cell: (row) => figure(row, ({ goods }) => amount(goods)) },
        {
          name: 'Shipping',
          number: true,
          cell: (row) => figure(row, (total) => amount(total.shipping_share)),
        },
        { name: 'Due', number: true, cell: ({ due, currency }) => money(due, currency) },
      ]}
    />
  );
}

function orderOf({ side, order_id: id, external_ref: reference }: Goods): string {
  return `${side} ${reference ?? id}`;
}

/** The shop's own order, under its number where the shop knows it. */
function OrderLink({ line }: { line: Line | Goods }) {
  const { order_id: id, order_number: number, external_ref: reference } = line;
  const href =
    reference === null ? `/sold?${new URLSearchParams({ order_id: id ?? '' })}` : orderAddress(reference);
  return (
    <>
      <a href={href}>{number ?? id ?? 'no id yet'}</a>
      {number !== null && id !== null && <small> {id}</small>}
    </>
  );
}

function Item({ line: { title, variant_id: variant, line } }: { line: Line | Goods }) {
  return (
    <>
      {title ?? <span class="soft">no title</span>} <small>{variant}</small>
      <br />
      <small class="ref">{line}</small>
    </>
  );
}

function Returned({ goods }: { goods: Goods }) {
  return (
    <div>
      {goods.quantity} × <Item line={goods} />
      {!goods.package_reported && <small> no package reported: not owed</small>}
    </div>
  );
}
