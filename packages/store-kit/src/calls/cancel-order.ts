import { CancelRequest } from '@hub/contract';
import type { Records, ShippingOrderRecord } from '../records';
import { refuse } from '../refuse';
import { bodyOf } from './body-of';
import type { KitCall } from './call';
import { fingerprintOf } from './fingerprint';
import { carryOutOnce } from './once';

/**
 * D21: stops a shipping order of which nothing has shipped. It counts as stopping from the beginning: what the platform then says of
 * its cancellation is no news.
 */
export const cancelOrder: KitCall = {
  operation: 'cancel_order',
  async carryOut(kit, call) {
    const request = bodyOf(CancelRequest, call);
    const { order_id: orderId, external_ref } = request;
    return carryOutOnce(kit, {
      operation: 'cancel_order',
      reference: external_ref,
      fingerprint: fingerprintOf(call.body),
      begin: async (records): Promise<ShippingOrderRecord['state']> => {
        const order = await records.find('shipping_order', orderId);
        if (!order) throw refuse.unknownOrder('order_id');
        if (order.packages.length > 0) throw refuse.alreadyShipped();
        await setState(records, orderId, 'stopping');
        return order.state;
      },
      carryOut: async (platform, tx, before) => {
        // Stopped under another reference: there is nothing left to stop.
        if (before === 'stopped') return before;
        const now = await platform.orderNow?.(orderId, tx);
        if (now?.packages?.length) throw refuse.alreadyShipped();
        if (now?.cancellation) return 'stopped';
        const stopped = await platform.stopShippingOrder({ orderId, reason: request.reason ?? null }, tx);
        if (stopped === 'already_shipped') throw refuse.alreadyShipped();
        return stopped;
      },
      // Stopping twice is stopping once: it is simply done again.
      findDone: async () => null,
      end: async (_done, records) => {
        await setState(records, orderId, 'stopped');
        return { success: true, external_ref, order_id: orderId, status: 'stopped' };
      },
      undo: (records) => setState(records, orderId, 'open'),
    });
  },
};

async function setState<Tx>(
  records: Records<Tx>,
  orderId: string,
  state: ShippingOrderRecord['state'],
): Promise<void> {
  const order = await records.find('shipping_order', orderId);
  if (order && order.state !== 'stopped')
    await records.update('shipping_order', orderId, { ...order, state });
}
