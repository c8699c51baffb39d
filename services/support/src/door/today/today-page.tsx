import type { TodayView } from '@hub/desk/door';
import { netLabel } from '@hub/desk/money';
import { counted, money } from '@hub/desk/words';
import { ActionForm } from '../../web/layout/action-form';
import { Time } from '../../web/layout/time';
import { Table, type Column } from '../layout/table';
import { orderAddress, ShipBy } from '../orders/orders-page';
import { EventsTable } from '../sent/events-page';
import { SearchForm } from './search-form';

type ToShip = TodayView['to_ship'][number];

/** What a shop's people do first. Printed, it is the list to pack from. */
export function TodayPage({ view, now }: { view: TodayView; now: number }) {
  const { to_ship: orders, refused_events: refused, late } = view;
  return (
    <>
      <h1>Today</h1>
      <SearchForm />
      <HeldBack view={view} />
      <section aria-labelledby="to-ship">
        <h2 id="to-ship">To ship</h2>
        <p>
          {orders.length === 0
            ? 'No orders to ship.'
            : `${counted(orders.length, 'order')}${view.more_to_ship ? ' and more' : ''}, the oldest first; ${late} late.`}{' '}
          <a href="/orders">All orders that wait for you</a>
        </p>
        {orders.length > 0 && (
          <Table label="Orders to ship" columns={columns(now)} rows={orders} none="No orders to ship." />
        )}
      </section>
      <section aria-labelledby="refused" class="unprinted">
        <h2 id="refused">Refused events of today</h2>
        {refused.length === 0 ? (
          <p>No events of today were refused.</p>
        ) : (
          <>
            <p>Correct them and send them again: a refused event has no effect.</p>
            <EventsTable events={refused} />
            {view.more_refused && <p>These are the newest {refused.length} events.</p>}
          </>
        )}
        <p>
          <a href="/events?answer=refused">All refused events</a>
        </p>
      </section>
      <section aria-labelledby="owed" class="unprinted">
        <h2 id="owed">Money</h2>
        {view.net.map(({ currency, owes, is_owed: isOwed, net }) => (
          <p>
            You are owed {money(isOwed, currency)}, you owe {money(owes, currency)}. Net, {netLabel(net)}:{' '}
            <strong>{money(net, currency)}</strong>
          </p>
        ))}
        <p>
          {view.net.length === 0 && 'Nothing settled this month so far. '}
          <a href="/money">This month, line by line</a>
        </p>
      </section>
    </>
  );
}

function columns(now: number): readonly Column<ToShip>[] {
  return [
    {
      name: 'Order',
      cell: (order) => (
        <>
          <a href={orderAddress(order.external_ref)}>{order.order_id ?? 'no id yet'}</a>{' '}
          <small class="ref">{order.external_ref}</small>
        </>
      ),
    },
    { name: 'Ship by', cell: (order) => <ShipBy order={order} now={now} /> },
    {
      name: 'Pieces and items',
      cell: ({ lines }) => (
        <ul class="pack">
          {lines.map((line) => (
            <li>
              <strong>{line.to_ship} ×</strong> {line.title ?? line.variant_id}
              {line.size !== null && `, ${line.size}`}{' '}
              <small>{line.sku ?? line.barcode ?? line.variant_id}</small>
            </li>
          ))}
        </ul>
      ),
    },
    { name: 'Since', cell: (order) => <Time at={new Date(order.created_at)} since={now} /> },
    {
      name: 'Address',
      cell: (order) =>
        order.customer_revealable ? (
          <ActionForm
            action={`${orderAddress(order.external_ref)}/customer`}
            label={`Delivery address of ${order.order_id ?? order.external_ref}`}
          >
            <button type="submit" class="quiet">
              Show the address
            </button>{' '}
            <small>Recorded.</small>
          </ActionForm>
        ) : (
          <span class="soft">not kept</span>
        ),
    },
  ];
}

const MODES: Readonly<Record<TodayView['orders_mode'], string | null>> = {
  live: null,
  off: 'Orders are off on your environment sheet: you get no new orders.',
  dry_run: 'Orders are in the dry run on your environment sheet: you get no new orders.',
  draining: 'Orders are draining on your environment sheet: you get no new orders.',
};

/** What holds the shop's own orders back; banners above say more of suspended calls and pauses. */
function HeldBack({ view: { calls_held: held, pauses, orders_mode: mode } }: { view: TodayView }) {
  const hold = held.find(({ calls }) => calls === 'all' || calls === 'place_order');
  const reasons = [
    ...(hold
      ? [
          `Your store answered ${hold.status}, so POST /orders is suspended. Orders given to you wait until a call succeeds.`,
        ]
      : []),
    ...(pauses.length > 0 ? ['Your shipping is paused: you get no new orders.'] : []),
    ...[MODES[mode]].flatMap((text) => text ?? []),
  ];
  return (
    <section aria-labelledby="held-back" class="unprinted">
      <h2 id="held-back">What holds your orders back</h2>
      {reasons.length === 0 ? (
        <p>No suspended calls, no pause.</p>
      ) : (
        <ul>
          {reasons.map((text) => (
            <li>
              {text} <a href="/store">Your store</a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
