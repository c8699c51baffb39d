import { ReturnRequest } from '@hub/contract';
import type { ReturnRequest as GoodsBack } from '../adapter';
import type { SoldOrderRecord } from '../records';
import { refuse } from '../refuse';
import { bodyOf } from './body-of';
import type { KitCall } from './call';
import { fingerprintOf } from './fingerprint';
import { joinLines } from '../facts/join-lines';
import { carryOutOnce } from './once';

/** D22: a return on an order sold here, whole lines only. */
export const registerReturn: KitCall = {
  operation: 'register_return',
  async carryOut(kit, call) {
    const request = bodyOf(ReturnRequest, call);
    const { order_id: orderId, external_ref } = request;
    return carryOutOnce(kit, {
      operation: 'register_return',
      reference: external_ref,
      fingerprint: fingerprintOf(call.body),
      begin: async (records): Promise<GoodsBack> => {
        const sold = await records.find('sold_order', orderId);
        if (!sold) throw refuse.unknownOrder('order_id');
        return { orderId, externalRef: external_ref, lines: joinLines(linesOf(request, sold)) };
      },
      carryOut: (platform, tx, goods) => platform.registerReturn(goods, tx),
      findDone: async (platform, goods) => (await platform.findReturn?.(goods)) ?? null,
      end: async (returnId: string, records) => {
        await records.insert('return', returnId, { orderId });
        return { external_ref, return_id: returnId };
      },
    });
  },
};

function linesOf({ lines }: ReturnRequest, order: SoldOrderRecord) {
  return lines.map(({ order_line_id, quantity, reason }, index) => {
    const line = order.lines.find(({ lineItemId }) => lineItemId === order_line_id);
    if (!line) throw refuse.unknownLine(`lines[${index}].order_line_id`);
    if (quantity !== line.quantity)
      throw refuse.invalidRequest(`lines[${index}].quantity`, 'is not the whole line');
    return { lineId: line.lineId, quantity, reason: reason ?? null, sku: line.sku };
  });
}
