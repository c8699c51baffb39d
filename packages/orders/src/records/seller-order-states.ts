import type { Tx } from '@hub/database';
import { SELLER_ORDER_TRANSITIONS } from '../states/order-states';

/** The outcomes of a seller order once it is stored. */
export type SellerOrderChange = Exclude<keyof typeof SELLER_ORDER_TRANSITIONS, 'take' | 'hold'>;

/** Applies a transition to a locked seller order; if its state has no such transition, that is an error. */
export async function changeSellerOrder(
  tx: Tx,
  sellerOrderId: string,
  change: SellerOrderChange,
): Promise<void> {
  const { from, to } = SELLER_ORDER_TRANSITIONS[change];
  const { count } = await tx.sellerOrder.updateMany({
    where: { id: sellerOrderId, state: { in: [...from] } },
    data: change === 'endHold' ? { state: to, heldReason: null } : { state: to },
  });
  if (count === 0) throw new Error(`a seller order's state has no way to ${to}`);
}
