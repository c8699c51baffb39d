import type { AtRisk } from '@hub/desk/problems';
import { type OrderTimeline, closedLinesMail } from '@hub/desk/orders';
import type { Viewer } from '../access/viewer';
import { Live } from '../layout/live';
import { CustomerPanel } from './customer/customer-panel';
import { LinesTable } from './lines-table';
import { OrderHead } from './order-head';
import { ReturnsPanel } from './returns-panel';
import type { Reroutes } from './placing-problems';
import { ShippingOrders } from './shipping-orders';
import { StandingPanel } from './standing-panel';
import { isUnderWay } from './state-labels';
import { StopsPanel } from './stops-panel';
import { ProblemList } from './problem-list';
import { problemsOf } from './problems';
import { MailTo } from './mail-to';
import { Time, Zone } from '../layout/time';
import { TimelineEntry } from './timeline-entry';

export interface OrderPageProps {
  order: OrderTimeline;
  /** Where the lines of its shipping orders could go. */
  reroutes: Reroutes;
  refusedEvents: readonly AtRisk[];
  now: number;
  viewer: Viewer;
}

/** An order: its current problems, its state, and everything that happened to it. */
export function OrderPage({ order, reroutes, refusedEvents, now, viewer }: OrderPageProps) {
  const underWay = isUnderWay(order);
  const problems = problemsOf(order, { reroutes, refusedEvents, now });
  return (
    <Live id="order" href={`/orders/${order.id}`} seconds={underWay ? 3 : 30}>
      <OrderHead order={order} />
      <StandingPanel order={order} calm={problems.length === 0} now={now} />
      <ProblemList order={order} problems={problems} viewer={viewer} />
      <LinesTable order={order} viewer={viewer} />
      <ClosedLines order={order} />
      <ShippingOrders order={order} viewer={viewer} />
      <StopsPanel order={order} />
      <ReturnsPanel order={order} />
      <Timeline order={order} />
      <CustomerPanel order={order} viewer={viewer} />
    </Live>
  );
}

/** Lines that no shop ships: how their selling shop is informed, and where (D19). */
function ClosedLines({ order }: { order: OrderTimeline }) {
  const mail = closedLinesMail(order);
  if (!mail) return null;
  return (
    <section aria-labelledby="closed-lines" class="panel">
      <h2 id="closed-lines">What {order.shopName} learns of its closed lines</h2>
      <p>
        No call notifies its store. They stand at its door, under “Not fulfilled”; this mail is for its
        people: they refund the customer.
      </p>
      <MailTo mail={mail} label={`Write the mail to ${order.shopName}`} />
    </section>
  );
}

/** The timeline of the order: each event with its time as text, and details to expand. */
function Timeline({ order }: { order: OrderTimeline }) {
  return (
    <section aria-labelledby="story">
      <h2 id="story">What happened</h2>
      <ol class="timeline">
        {order.entries.map((entry, index) => (
          <TimelineEntry key={`entry-${index}`} order={order} entry={entry} />
        ))}
      </ol>
      <p class="soft">
        Received <Time at={order.receivedAt} /> <Zone /> under correlation <code>{order.correlation}</code>.
      </p>
    </section>
  );
}
