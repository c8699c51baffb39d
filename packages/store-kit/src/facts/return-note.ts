import type { ReturnRequest } from '../adapter';

/** A return in words, for a platform that has none of its own: its staff refund by hand. */
export function returnNote(
  { externalRef, lines }: ReturnRequest,
  nameOf: (lineId: string) => string | undefined,
): string {
  const items = lines.map(
    ({ lineId, quantity, reason }) =>
      `${quantity} × ${nameOf(lineId) ?? lineId}${reason === null ? '' : ` (${reason})`}`,
  );
  return `Network return ${externalRef}: ${items.join(', ')}. The goods are back: refund them here.`;
}
