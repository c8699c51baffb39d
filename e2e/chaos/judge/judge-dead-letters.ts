/** Calls that a store may refuse permanently: a failed message of these is the store's doing. */
const CALLS = new Set(['shipping-order.place', 'shipping-order.stop', 'tracking.deliver', 'return.register']);
/** Three attempts that hung, or were cut off: support's at once, for a tracking and a return (D23). */
const STORE_GAVE_NO_ANSWER = /^no success in \d+ attempts \(/;
/** Why a message fails that is neither its own fault nor a store's. */
const INNOCENT = /delivery_limit|process|expired|Prisma|ECONN|timeout/i;

/** No good message failed, and what a store refused was resolved in the end. */
export function judgeDeadLetters(
  failedMessages: readonly { type: string; reason: string; state: string }[],
): string[] {
  return failedMessages.flatMap(({ type, reason, state }) => [
    ...(!isTheStores(type, reason) ? [`a good ${type} died: ${reason}`] : []),
    ...(isStillDead({ state }) ? [`${type} is still dead (${state}): ${reason}`] : []),
  ]);
}

/** Whether support has to resolve it yet. */
export function isStillDead({ state }: { state: string }): boolean {
  return state === 'open' || state === 'replaying';
}

function isTheStores(type: string, reason: string): boolean {
  return CALLS.has(type) && (STORE_GAVE_NO_ANSWER.test(reason) || !INNOCENT.test(reason));
}
