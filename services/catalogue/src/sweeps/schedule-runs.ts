import { rows, type Tx } from '@hub/database';
import { requestCatalogueRun } from '@hub/shops';
import { COMMANDS, enqueue, type Sweep } from '@hub/messaging';
import { z } from 'zod';

const ShopIdRow = z.object({ shopId: z.int() });

const LOOK_EVERY_MS = 60_000;
const LOOK_AT_MOST_EVERY_MS = 1_000;
const AT_ONCE = 100;

/**
 * Begins a run for every shop whose last one is older than the interval. A shop's first run is begun by hand (Go-live);
 * a shop with an open run, including one that waits for acceptance, is skipped.
 */
export function scheduleRuns(intervalMs: number): Sweep {
  return {
    name: 'schedule catalogue runs',
    everyMs: Math.min(LOOK_EVERY_MS, Math.max(intervalMs, LOOK_AT_MOST_EVERY_MS)),
    async run(tx, now) {
      let begun = 0;
      for (const { shopId } of await findDueShops(tx, new Date(now - intervalMs))) {
        const run = await requestCatalogueRun(tx, { shopId });
        if (!run.begun) continue;
        const { runId } = run;
        await enqueue(tx, COMMANDS.pullCatalogue, { payload: { runId }, correlation: runId });
        begun += 1;
      }
      return begun;
    },
  };
}

async function findDueShops(tx: Tx, lastBefore: Date): Promise<{ shopId: number }[]> {
  return rows(
    ShopIdRow,
    tx.$queryRaw`
    SELECT s.id AS "shopId" FROM shop s
    WHERE s.products = 'live'
      AND (SELECT max(r.requested_at) FROM catalogue_run r WHERE r.shop_id = s.id) < ${lastBefore}::timestamptz
      AND NOT EXISTS (SELECT FROM catalogue_run r
        WHERE r.shop_id = s.id AND r.state IN ('queued', 'reading', 'waiting'))
    ORDER BY s.id LIMIT ${AT_ONCE}`,
  );
}
