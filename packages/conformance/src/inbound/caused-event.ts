import type { EventName } from '@hub/contract';
import type { SaleLine } from '../people';
import type { Arrival } from './arrival';
import type { Inbox } from './inbox';

/** An event that an action must cause. */
export interface ExpectedEvent {
  event: EventName;
  /** Whether it names what caused it; another event with the same name may come from something else in the shop. */
  isAbout: (arrival: Arrival) => boolean;
  /** Events that never count. */
  isOther?: (arrival: Arrival) => boolean;
}

/**
 * The event that an action caused, from the mark on: the one that names it. If none does, after a while, the first new
 * one of its name: what it names instead is then the fault. Null where none came.
 */
export async function causedEvent(
  inbox: Inbox,
  mark: number,
  { event, isAbout, isOther = () => false }: ExpectedEvent,
): Promise<Arrival | null> {
  const { arriveMs, quietMs } = inbox.options;
  const isPossible = (one: Arrival): boolean => one.event === event && !isRepeat(inbox, one) && !isOther(one);
  const first = await inbox.waitFor(mark, isPossible, arriveMs);
  if (first === null || isAbout(first)) return first;
  return (await inbox.waitFor(mark, (one) => isPossible(one) && isAbout(one), quietMs)) ?? first;
}

/** Whether the same bytes came before. */
function isRepeat({ arrivals }: Inbox, arrival: Arrival): boolean {
  return arrivals.find(({ message }) => message.bytes.equals(arrival.message.bytes)) !== arrival;
}

/** The expected event of a sale of these lines. */
export function saleOf(lines: readonly SaleLine[]): ExpectedEvent {
  return {
    event: 'order.created',
    isAbout: ({ data }) => {
      const sold = Array.isArray(data['line_items'])
        ? data['line_items'].map((line) => ({ ...Object(line) }))
        : [];
      return lines.every(({ variantId, quantity }) =>
        sold.some((line) => line.variant_id === variantId && line.quantity === quantity),
      );
    },
  };
}

/** The expected event when the stock of a variant at a location becomes this. */
export function stockOf(level: { variantId: string; locationId: string; quantity: number }): ExpectedEvent {
  const { variantId, locationId, quantity } = level;
  return {
    event: 'inventory.updated',
    isAbout: ({ data }) =>
      data['variant_id'] === variantId && data['location_id'] === locationId && data['quantity'] === quantity,
  };
}

/** The expected event of an order: named by the store's id or, where that is wrong, by the service's reference. */
export function eventOfOrder(
  event: 'order.cancelled' | 'fulfillment.shipped' | 'return.created',
  { orderId, externalRef }: { orderId: string; externalRef?: string },
): ExpectedEvent {
  return {
    event,
    isAbout: ({ data }) =>
      data['order_id'] === orderId || (externalRef !== undefined && data['external_ref'] === externalRef),
  };
}
