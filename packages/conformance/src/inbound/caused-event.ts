import type { EventName } from '@hub/contract';
import type { SaleLine } from '../people';
import { carriesRunCode } from '../run-code';
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
  const isPossible = (one: Arrival): boolean => isPossibly(inbox, one, { event, isOther });
  const first = await inbox.waitFor(mark, isPossible, arriveMs);
  if (first === null || isAbout(first)) return first;
  return (await inbox.waitFor(mark, (one) => isPossible(one) && isAbout(one), quietMs)) ?? first;
}

/**
 * Has the inbox wait for an event while something is done that causes it: it may arrive before that has ended.
 */
export async function whileExpected<T>(
  inbox: Inbox,
  { event, isOther = () => false }: ExpectedEvent,
  act: () => Promise<T>,
): Promise<T> {
  return inbox.whileAwaiting((one) => isPossibly(inbox, one, { event, isOther }), act);
}

function isPossibly(
  inbox: Inbox,
  one: Arrival,
  { event, isOther }: Required<Pick<ExpectedEvent, 'event' | 'isOther'>>,
): boolean {
  return one.event === event && !isRepeat(inbox, one) && !isOther(one);
}

/** Whether the same bytes came before. */
function isRepeat({ arrivals }: Inbox, arrival: Arrival): boolean {
  const first = arrivals.find(({ message }) => message.bytes.equals(arrival.message.bytes));
  return first !== undefined && first !== arrival;
}

/** The expected event of a sale of these lines; one without the code of the run is a customer's (D32). */
export function saleOf(lines: readonly SaleLine[], code: string): ExpectedEvent {
  return {
    event: 'order.created',
    isOther: ({ data }) => !carriesRunCode(data, code),
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
