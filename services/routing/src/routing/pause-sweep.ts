import { randomUUID } from 'node:crypto';
import { COMMANDS, enqueueEach, type Sweep } from '@hub/messaging';
import { endDuePauses } from '@hub/shops';

/**
 * A pause ends by itself (D38), and no message reports it: this sweep ends it, and triggers the recalculation, which serves waiting
 * lines first (D16).
 */
export function pauseSweep(everyMs: number): Sweep {
  return {
    name: 'pauses of shops',
    everyMs,
    async run(tx) {
      const resumed = await endDuePauses(tx);
      await enqueueEach(
        tx,
        COMMANDS.recalculateShop,
        resumed.map((shopId) => ({ payload: { shopId }, correlation: randomUUID() })),
      );
      return resumed.length;
    },
  };
}
