import { CommandFailure } from '../failure';

/** The load of a network at its busiest hour. */
export interface Workload {
  /** Of all kinds together. */
  eventsPerSecond: number;
  ordersPerSecond: number;
  /** For each order, on the average. */
  packages: number;
  /** The shares of orders that are cancelled, and returned. */
  cancelled: number;
  returned: number;
  /** The allowed load of a copy as a share of a core: the rest is for bursts, and for copies that are down. */
  busy: number;
  /** How many hours at that rate equal a whole day. */
  busyHours: number;
}

export const KINDS = ['stock', 'order', 'shipment', 'cancellation', 'return'] as const;
export type Kind = (typeof KINDS)[number];

/** Events a second, by kind. */
export type Rates = Readonly<Record<Kind, number>>;

/**
 * Events that are not orders, nor follow from one, are changes of stock. Pure.
 * @throws CommandFailure where that number is negative
 */
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
