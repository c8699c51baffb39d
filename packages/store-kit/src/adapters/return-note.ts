import type { ReturnRequest } from '../adapter';

/** A return as text, for a platform that has no returns: its staff refund by hand. */
export function returnNote({ externalRef, lines }: ReturnRequest): string {
  const items = lines.map(
    ({ lineId, sku, quantity, reason }) =>
      `${quantity} × ${sku ?? lineId}${reason === null ? '' : ` (${reason})`}`,
  );
  return `Network return ${externalRef}: ${items.join(', ')}. The goods are back: refund them here.`;
}
