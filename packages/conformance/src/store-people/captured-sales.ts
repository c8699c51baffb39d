import type { Arrival } from '../inbound/arrival';
import { causedEvent, saleOf, whileExpected } from '../inbound/caused-event';
import type { Inbox } from '../inbound/inbox';
import type { People, SoldOrder } from '../people';

/**
 * The same staff, whose sales are taken from the store's events: later trackings and returns use the ids of the event,
 * as the service would.
 */
export function withCapturedSales(people: People, inbox: Inbox): People {
  return {
    ...people,
    async sell(lines, terms) {
      const mark = inbox.mark;
      const expected = saleOf(lines, terms.code);
      const sold = await whileExpected(inbox, expected, () => people.sell(lines, terms));
      if (sold === null) return null;
      const arrival = await causedEvent(inbox, mark, expected);
      return arrival ? soldOrder(arrival) : sold;
    },
  };
}

/** The order from its event, if it can be read. */
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
