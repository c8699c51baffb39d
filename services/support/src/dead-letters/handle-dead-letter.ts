import type { Tx } from '@hub/database';
import { raiseAlert } from '@hub/alerts';
import type { BodyCipher } from '@hub/installation';
import type { DeadMessage } from '@hub/messaging';
import { failuresOfQueue, reasonLabel } from '@hub/desk/words';
import { describeDeath } from './describe-death';
import { findOrderOfMessage } from './find-order-of-message';
import { storeDeath } from './store-death';

/**
 * Stores a failed message: one entry for each queue and identity, with a count. One that was already stored and is delivered
 * again, since its acknowledgement was lost, changes nothing. The body is kept encrypted (D33).
 */
export function handleDeadLetter(cipher: BodyCipher) {
  return async (tx: Tx, dead: DeadMessage, now: number): Promise<void> => {
    const { message, death } = describeDeath(dead, now);
    const about = await findOrderOfMessage(tx, message, dead.shopId);
    const stored = await storeDeath(tx, cipher, { death, about });
    // Support has decided about a discarded message: a further failure is counted and raises no alert.
    if (stored === null || stored.state === 'discarded') return;
    const { origin, reason } = death;
    await raiseAlert(tx, {
      kind: 'dead_letter',
      subject: `${origin} ${reason}`,
      message: `${failuresOfQueue(origin)}: ${reasonLabel(reason)}.`,
      detail: { origin, reason, latest: stored.id },
    });
  };
}
