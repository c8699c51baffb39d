/** Calls that a store may refuse permanently: a dead letter of these is the store's doing. */
const CALLS = new Set(['shipping-order.place', 'shipping-order.stop', 'tracking.deliver', 'return.register']);
/** What a message dies of that is not its own fault. */
const INNOCENT = /delivery_limit|process|expired|Prisma|ECONN|timeout/i;

/** No good message died, and what a store refused was put right in the end. */
export function judgeDeadLetters(
  letters: readonly { type: string; reason: string; state: string }[],
): string[] {
  return letters.flatMap(({ type, reason, state }) => [
    ...(!CALLS.has(type) || INNOCENT.test(reason) ? [`a good ${type} died: ${reason}`] : []),
    ...(state === 'open' || state === 'replaying' ? [`${type} is still dead (${state}): ${reason}`] : []),
  ]);
}
