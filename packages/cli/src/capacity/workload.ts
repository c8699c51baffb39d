import { CommandFailure } from '../failure';

/** What a network is to carry, at its busiest hour. */
export interface Workload {
  /** Of all kinds together. */
  eventsPerSecond: number;
  ordersPerSecond: number;
  /** For each order, on the average. */
  packages: number;
  /** Of orders, the share that is cancelled, and that is returned. */
  cancelled: number;
  returned: number;
  /** So much of a core a copy may be busy: the rest is for bursts, and for copies that are away. */
  busy: number;
  /** So many hours at that rate bring as much as a whole day does. */
  busyHours: number;
}

export const KINDS = ['stock', 'order', 'shipment', 'cancellation', 'return'] as const;
export type Kind = (typeof KINDS)[number];

/** Events a second, by kind. */
export type Rates = Readonly<Record<Kind, number>>;

/** What is no order, and follows none, is a change of stock. Pure. @throws CommandFailure where that leaves less than none */
export function ratesOf(workload: Workload): Rates {
  const { eventsPerSecond, ordersPerSecond: order, packages, cancelled, returned } = workload;
  const following = {
    shipment: order * packages,
    cancellation: order * cancelled,
    return: order * returned,
  };
  const ofOrders = Object.values(following).reduce((sum, one) => sum + one, order);
  const stock = eventsPerSecond - ofOrders;
  if (stock >= 0) return { stock, order, ...following };
  const least = Math.ceil(ofOrders * 100) / 100;
  throw new CommandFailure(
    [`--events: orders with their packages, cancellations and returns are ${least} events a second alone`],
    2,
  );
}
