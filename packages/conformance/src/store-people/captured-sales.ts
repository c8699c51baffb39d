import type { Arrival } from '../inbound/arrival';
import { causedEvent, saleOf } from '../inbound/caused-event';
import type { Inbox } from '../inbound/inbox';
import type { People, SoldOrder } from '../people';

/**
 * The same people, whose sales are known by the events that the store sent of them: what is tracked and returned later
 * has the ids of the event, as the service would have them.
 */
export function withCapturedSales(people: People, inbox: Inbox): People {
  return {
    ...people,
    async sell(lines, terms) {
      const mark = inbox.mark;
      const sold = await people.sell(lines, terms);
      if (sold === null) return null;
      const arrival = await causedEvent(inbox, mark, saleOf(lines));
      return arrival ? soldOrder(arrival) : sold;
    },
  };
}

/** The order as its event has it, as far as it can be read. */
export function soldOrder({ data }: Arrival): SoldOrder {
  const lines = Array.isArray(data['line_items']) ? data['line_items'] : [];
  return {
    orderId: String(data['order_id']),
    lines: lines.map((line) => {
      const { line_item_id, variant_id, quantity } = Object(line);
      return { lineItemId: String(line_item_id), variantId: String(variant_id), quantity: Number(quantity) };
    }),
  };
}
