import type { Tx } from '@hub/database';
import { raiseAlert } from '@hub/alerts';

/** A disputed placement, as people are told of it. */
export interface DisputedPlacement {
  shippingOrderId: string;
  shopId: number;
  sellerOrderId: string;
  /** Our reference of it. */
  externalRef: string;
  /** What the last call came to; null: not known here. */
  failure: string | null;
  /** Somebody asked to stop it meanwhile. */
  cancelled: boolean;
}

const DISPUTED =
  'A shop may have a shipping order that its store denies or never confirmed: ask the shop whether it has it.';
const CANCELLED =
  'A shop may have a shipping order that its store denies or never confirmed, and its order is cancelled: ask the shop to stop it.';

/** Tells people of a placement that only they can settle (D18). Raised again, it says how things stand now. */
export async function alertDisputed(tx: Tx, placement: DisputedPlacement): Promise<void> {
  const { shippingOrderId, shopId, sellerOrderId, externalRef, failure, cancelled } = placement;
  await raiseAlert(tx, {
    kind: 'placing_disputed',
    subject: placingSubject(shippingOrderId),
    shopId,
    sellerOrderId,
    message: cancelled ? CANCELLED : DISPUTED,
    detail: { externalRef, cancelled, ...(failure === null ? {} : { failure }) },
  });
}

/** What alerts about placing are about. */
export function placingSubject(shippingOrderId: string): string {
  return `shipping_order:${shippingOrderId}`;
}
