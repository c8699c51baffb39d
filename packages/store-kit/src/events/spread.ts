/** A part of a platform's line, as the service knows it, and how much of it is done already. */
interface Part<P> {
  part: P;
  open: number;
}

/**
 * Spreads a quantity of a platform's line over the parts the service knows, the first ones first. What is more than they have
 * open goes to the last, for the service to judge.
 */
export function spread<P>(quantity: number, parts: readonly Part<P>[]): { part: P; quantity: number }[] {
  let left = quantity;
  const shares = parts.map(({ part, open }, index) => {
    const isLast = index === parts.length - 1;
    const share = isLast ? left : Math.min(left, Math.max(0, open));
    left -= share;
    return { part, quantity: share };
  });
  return shares.filter((share) => share.quantity > 0);
}
