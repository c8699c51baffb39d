import { readEventData, ReturnCreated } from '@hub/contract';
import { aReturn, type ReturnData, type StoredShippingOrder } from '@hub/testing';

/** `data` of `return.created` as its schema reads it. */
export function readReturn(data: ReturnData): ReturnCreated {
  const read = readEventData(ReturnCreated, data);
  if (!read.ok) throw new Error(read.refusal.message);
  return read.data;
}

/** What a shipping shop sends when all lines of its order are back, one piece each unless set otherwise. */
export function aReturnOf(order: StoredShippingOrder, overrides: Partial<ReturnData> = {}): ReturnData {
  const { storeOrderId: order_id, reference: external_ref, lines } = order;
  return aReturn({
    order_id,
    external_ref,
    lines: lines.map((line, index) => ({
      order_line_id: `SOL-${index + 1}`,
      external_ref: line.reference,
      quantity: 1,
      reason: 'too small',
    })),
    ...overrides,
  });
}

/** What the selling platform sends of its own order: its line ids, no references of ours. */
export function aPlatformReturn(
  order: Pick<StoredShippingOrder, 'orderId'>,
  lines: [lineItemId: string, quantity: number][],
): ReturnData {
  return {
    order_id: order.orderId,
    lines: lines.map(([order_line_id, quantity]) => ({ order_line_id, quantity })),
  };
}
