import type { OrderLineState, SellerOrderState } from '@hub/database';

export type AskAgainRefusal = 'order_not_accepted' | 'line_not_waiting' | 'not_excluded';

/** Why a shop that could not ship a line is not asked for it again; null: it is (D12, D19). */
export function whyNotAskedAgain(facts: {
  orderState: SellerOrderState;
  lineState: OrderLineState;
  excluded: boolean;
}): AskAgainRefusal | null {
  if (facts.orderState !== 'accepted') return 'order_not_accepted';
  if (facts.lineState !== 'waiting') return 'line_not_waiting';
  return facts.excluded ? null : 'not_excluded';
}
