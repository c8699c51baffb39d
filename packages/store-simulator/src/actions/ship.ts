import type { Delivery } from '../delivery/delivery';
import { takeGoods } from '../state/move-goods';
import type { OrderLine, StoreOrder } from '../state/orders';
import type { Store } from '../state/store';
import { requireLine, requireOrder } from './require-order';

export interface Shipment {
  /** What the package holds, by the store's line id or the service's line reference; default: all that is left. */
  lines?: { line: string; quantity?: number | undefined }[] | undefined;
  packageId?: string | undefined;
  carrier?: string | undefined;
  trackingNumber?: string | undefined;
  trackingUrl?: string | undefined;
}

interface PackedLine {
  line: OrderLine;
  quantity: number;
}

/**
 * Sends one package of a shipping order and reports it with `fulfillment.shipped` (D11).
 *
 * Throws where the order is not a shipping order, is stopped, or has nothing left to ship.
 */
export function ship(store: Store, orderId: string, shipment: Shipment = {}): Delivery {
  const order = requireOrder(store, orderId);
  if (order.kind !== 'shipping') throw new Error(`order ${orderId} is not a shipping order`);
  if (order.status === 'cancelled') throw new Error(`order ${orderId} is stopped`);
  const packed = pack(order, shipment);
  if (packed.length === 0) throw new Error(`order ${orderId} has nothing left to ship`);

  const trackingNumber = shipment.trackingNumber ?? store.newId();
  const carrier = shipment.carrier ?? 'PostNord';
  for (const { line, quantity } of packed) line.shipped += quantity;
  store.print(`shipped a parcel of ${orderId} with ${carrier}, ${trackingNumber}`);
  const shippedAt = new Date(store.now());
  const packageId = shipment.packageId ?? store.newId();
  const { trackingUrl } = shipment;
  const lines = packed.map(({ line, quantity }) => ({ lineId: line.lineId, quantity }));
  const parcel = { orderId, packageId, carrier, trackingNumber, trackingUrl, shippedAt, lines };
  const delivery = store.report('fulfillment.shipped', { send: (events) => events.packageShipped(parcel) });
  if (store.options.deducts === 'shipment') takePacked(store, packed);
  store.changed();
  return delivery;
}

function pack(order: StoreOrder, { lines }: Shipment): PackedLine[] {
  const requested = lines ?? order.lines.map(({ lineId }) => ({ line: lineId }));
  return requested
    .map(({ line: id, quantity }: { line: string; quantity?: number | undefined }) => {
      const line = requireLine(order, id);
      return { line, quantity: quantity ?? line.quantity - line.shipped };
    })
    .filter(({ quantity }) => quantity > 0);
}

function takePacked(store: Store, packed: PackedLine[]): void {
  for (const { line, quantity } of packed) {
    line.taken.push(...takeGoods(store, line.variantId, quantity));
  }
}
