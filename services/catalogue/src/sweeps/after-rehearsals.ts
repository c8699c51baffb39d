import { randomUUID } from 'node:crypto';
import { COMMANDS, enqueue, type Sweep } from '@hub/messaging';
import { requestRunsAfterRehearsals } from '@hub/shops';

const LOOK_EVERY_MS = 15_000;

/**
 * Has the catalogue read again of shops whose rehearsal took stock reports and then died (D32). One that ends requests
 * the run itself.
 */
export function afterRehearsals(): Sweep {
  return {
    name: 'catalogues of rehearsals that ended unfinished',
    everyMs: LOOK_EVERY_MS,
    async run(tx) {
      const runIds = await requestRunsAfterRehearsals(tx);
      for (const runId of runIds)
        await enqueue(tx, COMMANDS.pullCatalogue, { payload: { runId }, correlation: randomUUID() });
      return runIds.length;
    },
  };
}
