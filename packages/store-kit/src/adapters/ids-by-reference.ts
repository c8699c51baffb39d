import { createHash } from 'node:crypto';
import type { CreatedShippingOrder, ShippingOrder } from '../adapter';

const DIGITS = 32;

/**
 * Ids of a shipping order and of its lines that are always the same for the same references of the service: for a platform that takes
 * ids from outside, whose database itself then refuses a second order.
 *
 * @param prefixes what the platform's ids begin with
 */
export function idsByReference(
  { externalRef, lines }: ShippingOrder,
  prefixes: { order: string; line: string },
): CreatedShippingOrder {
  return {
    orderId: `${prefixes.order}${hashOf(externalRef)}`,
    lineIds: lines.map((line) => `${prefixes.line}${hashOf(line.externalRef)}`),
  };
}

const hashOf = (reference: string): string =>
  createHash('sha256').update(reference).digest('hex').slice(0, DIGITS);
