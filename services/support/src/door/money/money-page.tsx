import type { AccountView } from '@hub/door';
import { Time } from '../../web/layout/time';
import { None, Table } from '../layout/table';

const SIDES = { ships: 'you shipped for others', sells: 'others shipped for you' } as const;

/** What the shop is owed, and what it owes, for a period. */
export function MoneyPage({ view }: { view: AccountView }) {
  const { from, to, totals, lines, returns, next } = view;
  return (
    <>
      <h1>What is owed</h1>
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
      <Table
        label="Totals of the period"
        none={`Nothing settled from ${from} to ${to}.`}
        rows={totals}
        columns={[
          { name: 'What', cell: ({ side }) => SIDES[side] },
          { name: 'Lines', number: true, cell: (one) => one.lines },
          { name: 'Goods', number: true, cell: (one) => one.goods },
          { name: 'Shipping', number: true, cell: (one) => one.shipping_share },
          {
            name: 'Due',
            number: true,
            cell: (one) => `${one.due} ${one.currency} ${one.side === 'ships' ? 'to you' : 'from you'}`,
          },
        ]}
      />
      <h2>Line by line</h2>
      <Table
        label="Settled lines"
        none="None."
        rows={lines}
        columns={[
          { name: 'Order', cell: (line) => line.order_id ?? <None /> },
          { name: 'Line', cell: (line) => line.line },
          { name: 'What', cell: ({ side }) => SIDES[side] },
          { name: 'Recorded', cell: (line) => <Time at={new Date(line.settled_at)} /> },
          { name: 'Shipped', cell: (line) => <Time at={new Date(line.shipped_at)} /> },
          { name: 'Pieces', number: true, cell: (line) => line.quantity },
          { name: 'Each', number: true, cell: (line) => line.unit_price ?? <None /> },
          { name: 'Goods', number: true, cell: (line) => line.goods },
          { name: 'Shipping', number: true, cell: (line) => line.shipping_share },
          { name: 'Due', number: true, cell: (line) => `${line.due} ${line.currency}` },
        ]}
      />
      {next !== null && (
        <p>
          <a href={`/money?${new URLSearchParams({ from, to, page: String(next) })}`}>Further lines</a>
        </p>
      )}
      <h2>Returned</h2>
      <Table
        label="Returned lines"
        none="None. What is returned is listed here, never reversed."
        rows={returns}
        columns={[
          { name: 'Order', cell: (goods) => goods.order_id ?? <None /> },
          { name: 'Line', cell: (goods) => goods.line },
          { name: 'What', cell: ({ side }) => SIDES[side] },
          { name: 'Pieces', number: true, cell: (goods) => goods.quantity },
          { name: 'Reported', cell: (goods) => <Time at={new Date(goods.reported_at)} /> },
          {
            name: 'Package',
            cell: (goods) => (goods.package_reported ? 'reported' : 'none reported: not owed'),
          },
        ]}
      />
    </>
  );
}
