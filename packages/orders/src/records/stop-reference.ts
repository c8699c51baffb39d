import { createHash } from 'node:crypto';

/**
 * `external_ref` of `POST /cancel` (D21): derived, so that a database restored from a backup builds the same one for the
 * same cancellation (as D18 does for orders), and another cancellation of the shipping order never reuses it.
 */
export function stopReference(shippingOrder: { externalRef: string }, eventId: string): string {
  const cancellation = createHash('sha256').update(eventId).digest('hex').slice(0, 12);
  return `${shippingOrder.externalRef}-cancel-${cancellation}`;
}
