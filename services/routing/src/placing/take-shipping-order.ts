import type { Tx } from '@hub/database';
import { ignored, postpone, reject, type Settlement } from '@hub/messaging';
import {
  claimShippingOrder,
  lockPlacing,
  reserveLinesAgain,
  type PlacingClaim,
} from '@hub/orders/placements';
import { decideClaim } from './decide-claim';

/** A shipping order that is due, or that a command names. */
export interface NamedShippingOrder {
  shippingOrderId: string;
  correlation: string;
  /** Milliseconds since the epoch. */
  now: number;
}

export type Taken = { kind: 'claimed'; claim: PlacingClaim } | { kind: 'left'; settlement: Settlement };

const NO_STOCK = 'not sent again: the stock it needs is not free any more';

/**
 * Decides about a shipping order under its locks, and claims it if it is to be sent (D18, D21).
 * @param leaseFor the lease of a call to a shop; null: none can be made now
 */
export async function takeShippingOrder(
  tx: Tx,
  { shippingOrderId, correlation, now }: NamedShippingOrder,
  leaseFor: (shopId: number) => Date | null,
): Promise<Taken> {
  const order = await lockPlacing(tx, shippingOrderId);
  if (!order) return left(ignored('no such shipping order'));
  const decision = decideClaim(order, now);
  switch (decision.kind) {
    case 'leave':
      return left(ignored(decision.reason));
    case 'wait':
      return left(postpone('it is being sent', decision.untilMs - now));
    case 'claim': {
      const { known, reserveAgain } = decision;
      const leaseUntil = leaseFor(order.shopId);
      if (leaseUntil === null) return left(postpone(NO_SLOT, NO_SLOT_AFTER_MS));
      if (reserveAgain && !(await reserveLinesAgain(tx, order, correlation))) return left(reject(NO_STOCK));
      return { kind: 'claimed', claim: await claimShippingOrder(tx, order, { known, now, leaseUntil }) };
    }
  }
}

const NO_SLOT = 'other calls to its shop come first';
const NO_SLOT_AFTER_MS = 5_000;

function left(settlement: Settlement): Taken {
  return { kind: 'left', settlement };
}
