import type { Tx } from '@hub/database';
import { done, type CommandInput, type Settlement } from '@hub/messaging';
import type { Slot, TakesClaims } from '@hub/store-writes';
import type { ClaimedPlacing } from './placing-write';
import { takeShippingOrder } from './take-shipping-order';

/**
 * `shipping-order.place`: support's replay of a failed one, or a command of another service. The shipping order is
 * claimed in this transaction, and handed to the engine of this process after the commit (D18, D23).
 */
export function handleShippingOrderPlace(placing: TakesClaims<ClaimedPlacing>) {
  return async (
    tx: Tx,
    { payload, correlation, now }: CommandInput<{ shippingOrderId: string }>,
  ): Promise<Settlement> => {
    let slot: Slot<ClaimedPlacing> | null = null;
    const taken = await takeShippingOrder(tx, { ...payload, correlation, now }, (shopId) => {
      slot = placing.slotFor(tx, shopId);
      return slot && slot.leaseUntil;
    });
    if (taken.kind === 'left') return taken.settlement;
    handOver(slot, { ...placingOf(taken.claim), correlation, dueAt: new Date(now) });
    return done('sent');
  };
}

function handOver(slot: Slot<ClaimedPlacing> | null, write: ClaimedPlacing): void {
  slot?.handOver(write);
}

function placingOf(claim: ClaimedPlacing['claim']) {
  return { claim, shopId: claim.shopId, failing: false };
}
