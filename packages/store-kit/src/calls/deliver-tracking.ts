import { TrackingRequest } from '@hub/contract';
import type { Parcel } from '../adapter';
import type { Records, SoldLineRecord, SoldOrderRecord } from '../records';
import { refuse } from '../refuse';
import { bodyOf } from './body-of';
import type { KitCall } from './call';
import { fingerprintOf } from './fingerprint';
import { joinLines } from '../facts/join-lines';
import { carryOutOnce } from './once';

/** Stored in receipts by every release: it stays. */
const DELIVERED = 'told';

/** D20: a parcel of an order sold here; the customer is notified once per parcel. */
export const deliverTracking: KitCall = {
  operation: 'deliver_tracking',
  async carryOut(kit, call) {
    const request = bodyOf(TrackingRequest, call);
    const { orderId } = call;
    return carryOutOnce(kit, {
      operation: 'deliver_tracking',
      reference: request.external_ref,
      fingerprint: fingerprintOf({ orderId, body: call.body }),
      begin: async (records) => {
        const sold = await requireSold(records, orderId);
        for (const { line, quantity, field } of linesOf(request, sold))
          if (line.tracked + quantity > line.quantity)
            throw refuse.invalidRequest(field, 'is more than was ordered');
        return parcelOf(request, { orderId, sold });
      },
      carryOut: async (platform, tx, parcel) => {
        await platform.addTracking(parcel, tx);
        return DELIVERED;
      },
      findDone: async (platform, parcel) => ((await platform.hasTracking?.(parcel)) ? DELIVERED : null),
      end: async (_delivered, records) => {
        const order = await requireSold(records, orderId);
        for (const { line, quantity } of linesOf(request, order)) line.tracked += quantity;
        await records.update('sold_order', orderId, order);
        return { success: true, external_ref: request.external_ref, order_id: orderId };
      },
    });
  },
};

async function requireSold<Tx>(records: Records<Tx>, orderId: string): Promise<SoldOrderRecord> {
  const order = await records.find('sold_order', orderId);
  if (!order) throw refuse.unknownOrder();
  return order;
}

function linesOf({ line_items }: TrackingRequest, order: SoldOrderRecord) {
  return line_items.map(({ line_item_id, quantity }, index) => {
    const line = order.lines.find((one: SoldLineRecord) => one.lineItemId === line_item_id);
    if (!line) throw refuse.unknownLine(`line_items[${index}].line_item_id`);
    return { line, quantity, field: `line_items[${index}].quantity` };
  });
}

function parcelOf(
  request: TrackingRequest,
  { orderId, sold }: { orderId: string; sold: SoldOrderRecord },
): Parcel {
  const lines = linesOf(request, sold).map(({ line, quantity }) => ({ lineId: line.lineId, quantity }));
  return {
    orderId,
    externalRef: request.external_ref,
    carrier: request.carrier,
    trackingNumber: request.tracking_number,
    trackingUrl: request.tracking_url ?? null,
    shippedAt: new Date(request.shipped_at),
    lines: joinLines(lines),
  };
}
