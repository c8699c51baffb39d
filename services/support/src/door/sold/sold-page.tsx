import type { SoldLineState, SoldOrderView } from '@hub/desk/door';
import { State, type StateLabel } from '../../web/layout/state';
import { Time, Zone } from '../../web/layout/time';
import { Further, None, Table, type Column } from '../layout/table';

const STATES: Record<SoldLineState, StateLabel> = {
  looking_for_shop: { text: 'looking for a shop', tone: 'warn' },
  to_be_shipped: { text: 'to be shipped', tone: 'good' },
  shipped: { text: 'shipped', tone: 'quiet' },
  not_fulfilled: { text: 'not fulfilled', tone: 'bad' },
  cancelled: { text: 'cancelled', tone: 'quiet' },
  returned: { text: 'returned', tone: 'quiet' },
};

type Line = SoldOrderView['lines'][number];
type Row = Line & { order: SoldOrderView };

const COLUMNS: readonly Column<Row>[] = [
  {
    name: 'Order',
    cell: ({ order }) => (
      <>
        {order.order_id}
        {order.order_number !== null && <small> {order.order_number}</small>}
      </>
    ),
  },
  { name: 'Received, to the hour', cell: ({ order }) => <Time at={new Date(order.received_at)} /> },
  { name: 'Line', cell: ({ line_item_id: id }) => <code>{id}</code> },
  {
    name: 'Article',
    cell: ({ title, variant_id: variant }) => (
      <>
        {title ?? <span class="soft">no title given</span>} <small>{variant}</small>
      </>
    ),
  },
  { name: 'Pieces', number: true, cell: ({ quantity }) => quantity },
  { name: 'Now', cell: ({ state }) => <State {...STATES[state]} /> },
  { name: 'Tracking', cell: ({ parcels }) => <Parcels parcels={parcels} /> },
];

/** Orders that the shop sold, a row for each line that the network ships. */
export function SoldPage(props: {
  orders: readonly SoldOrderView[];
  next: string | null;
  /** One order alone was asked for. */
  isNarrowed: boolean;
}) {
  const { orders, next, isNarrowed } = props;
  const lines = orders.flatMap((order) => order.lines.map((line) => ({ ...line, order })));
  return (
    <>
      <h1>Orders that you sold</h1>
      <p class="soft">
        What other shops ship for you, the newest first. Times are to the hour, in <Zone />.
      </p>
      <form method="get" action="/sold" class="panel">
        <p class="field">
          <label for="order_id">Your id of an order</label>
          <input id="order_id" name="order_id" maxLength={255} autocomplete="off" />
        </p>
        <button type="submit">Find it</button> {isNarrowed && <a href="/sold">All orders</a>}
      </form>
      <Table label="Orders that you sold" columns={COLUMNS} rows={lines} none="No orders." />
      <Further href="/sold?after=" next={next} />
    </>
  );
}

function Parcels({ parcels }: Pick<Line, 'parcels'>) {
  if (parcels.length === 0) return <None />;
  return (
    <>
      {parcels.map((parcel) => (
        <div>
          {parcel.quantity} × {parcel.carrier}{' '}
          <Tracking number={parcel.tracking_number} url={parcel.tracking_url} />{' '}
          <small>
            <Time at={new Date(parcel.shipped_at)} />
          </small>
        </div>
      ))}
    </>
  );
}

/** A link only if it is http or https, and the browser sends it no referrer. */
function Tracking({ number, url }: { number: string; url: string | null }) {
  if (url === null || !/^https?:\/\//i.test(url)) return <code>{number}</code>;
  return (
    <a href={url} rel="noreferrer noopener" target="_blank">
      <code>{number}</code>
    </a>
  );
}
