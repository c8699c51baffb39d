import type { ReturnRequest } from '@hub/store-kit';

import type { Store } from '../state/store';

/** D22: registers a return on an own order. The store handles the refund itself. */
export function registerReturn(store: Store, { orderId, externalRef, lines }: ReturnRequest): string {
  const returnId = store.newId();
  store.returns.push({ returnId, orderId, externalRef, lines: [...lines] });
  store.print(`registered return ${returnId} on order ${orderId}`);
  if (store.options.echoes?.returns) {
    const echoed = lines.map(({ lineId, quantity }) => ({ order_line_id: lineId, quantity }));
    store.events.send({ event: 'return.created', data: { order_id: orderId, lines: echoed } });
  }
  return returnId;
}
