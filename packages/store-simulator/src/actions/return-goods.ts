import type { Delivery } from '../delivery/delivery';
import { changeQuantity } from '../state/move-goods';
import type { OrderLine, StoreOrder } from '../state/orders';
import type { Store } from '../state/store';
import { requireLine, requireOrder } from './require-order';

export interface GoodsReturn {
  /** Lines by the store's id or the service's reference; by default all of them. Whole lines, unless a quantity is given. */
  lines?: { line: string; quantity?: number | undefined; reason?: string | undefined }[] | undefined;
  customerNote?: string | undefined;
}

/**
 * Goods are back and the return is processed: sends `return.created`. On a shipping order the lines carry the service's
 * references and the goods go back into stock; on an own order (a selling platform's report) the lines carry only the
 * store's own ids.
 */
export function returnGoods(store: Store, orderId: string, goods: GoodsReturn = {}): Delivery {
  const order = requireOrder(store, orderId);
  const returned = linesOf(order, goods).map(({ line: id, quantity, reason }) => {
    const line = requireLine(order, id);
    return { line, quantity: quantity ?? line.quantity, reason };
  });
  store.print(`took back goods of ${orderId}`);
  const { customerNote } = goods;
  const returnId = store.newId();
  const lines = returned.map(({ line, quantity, reason }) => ({ lineId: line.lineId, quantity, reason }));
  const delivery = store.report('return.created', {
    send: (events) => events.returned({ returnId, orderId, lines, customerNote }),
    anyway: { order_id: orderId, lines: returned.map(asReported), customer_note: customerNote },
  });
  if (order.kind === 'shipping') {
    for (const { line, quantity } of returned) putIntoStock(store, line, quantity);
  }
  store.changed();
  return delivery;
}

/** A part of a line, which a kit keeps until the rest is back too. */
function asReported({
  line,
  quantity,
  reason,
}: {
  line: OrderLine;
  quantity: number;
  reason: string | undefined;
}) {
  return { order_line_id: line.lineId, external_ref: line.externalRef ?? undefined, quantity, reason };
}

function linesOf(order: StoreOrder, { lines }: GoodsReturn): NonNullable<GoodsReturn['lines']> {
  return lines ?? order.lines.map(({ lineId }) => ({ line: lineId }));
}

/** Back to where the line came from, if that is known. */
function putIntoStock(store: Store, line: OrderLine, quantity: number): void {
  const locationId = line.taken[0]?.locationId ?? store.options.locations[0];
  if (locationId === undefined) return;
  const now = store.stock.quantity(line.variantId, locationId);
  changeQuantity(store, { variantId: line.variantId, locationId, quantity: now + quantity });
}
