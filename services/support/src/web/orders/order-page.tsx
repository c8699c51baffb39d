import type { AtRisk } from '@hub/desk/problems';
import type { OrderTimeline } from '@hub/desk/orders';
import type { Viewer } from '../access/viewer';
import { Live } from '../layout/live';
import { ClosedLines } from './closed-lines';
import { CustomerPanel } from './customer/customer-panel';
import { LinesTable } from './lines-table';
import { OrderHead } from './order-head';
import { ReturnsPanel } from './returns-panel';
import type { Reroutes } from './placing-problems';
import { ShippingOrders } from './shipping-orders';
import { StandingPanel } from './standing-panel';
import { isUnderWay } from './state-labels';
import { StopsPanel } from './stops-panel';
import { Timeline } from './timeline';
import { ProblemList } from './problem-list';
import { problemsOf } from './problems';

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
      <ShippingOrders order={order} />
      <StopsPanel order={order} />
      <ReturnsPanel order={order} />
      <Timeline order={order} />
      <CustomerPanel order={order} viewer={viewer} />
    </Live>
  );
}
