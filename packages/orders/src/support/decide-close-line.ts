import type { OrderLineState, SellerOrderState } from '@hub/database';

export type CloseLineDecision =
  | { kind: 'close' }
  | { kind: 'closed_already' }
  | { kind: 'refused'; reason: string };

/** Whether support may close a line as unfulfillable (D19): it waits for a shop, and its order is not being stopped. */
export function decideCloseLine(facts: {
  orderState: SellerOrderState;
  lineState: OrderLineState;
}): CloseLineDecision {
  const { orderState, lineState } = facts;
  if (lineState === 'unfulfillable') return { kind: 'closed_already' };
  if (orderState === 'stopping' || orderState === 'stopped')
    return { kind: 'refused', reason: `its order is ${orderState}` };
  if (lineState !== 'waiting') return { kind: 'refused', reason: `it is ${lineState}, not waiting` };
  return { kind: 'close' };
}
