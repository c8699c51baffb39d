import type { Tx } from '@hub/database';
import { raiseAlert } from '@hub/alerts';

/** A disputed placement, as reported in its alert. */
export interface DisputedPlacement {
  shippingOrderId: string;
  shopId: number;
  sellerOrderId: string;
  /** Our reference for it. */
  externalRef: string;
  /** The outcome of the last call; null: not known here. */
  failure: string | null;
  /** A stop was requested meanwhile. */
  cancelled: boolean;
}

const DISPUTED =
  'A shop may have a shipping order that its store denies or never confirmed: ask the shop whether it has it.';
const CANCELLED =
  'A shop may have a shipping order that its store denies or never confirmed, and its order is cancelled: ask the shop to stop it.';

/** Raises an alert for a placement that only people can settle (D18). Raised again, it shows the current state. */
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

/** The subject of alerts about placing. */
export function placingSubject(shippingOrderId: string): string {
  return `shipping_order:${shippingOrderId}`;
}
