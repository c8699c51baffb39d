import { LIMITS } from '@hub/contract';
import type { Sweep } from '@hub/messaging';

const LOOK_EVERY_MS = 3_600_000;
/** A refused run is removed with up to 10 000 faults. */
const AT_ONCE = 5;

/** Removes reports that have reached the age limit of the call log (D30). A shop's latest run stays. */
export function pruneRuns(): Sweep {
  return {
    name: 'prune catalogue runs',
    everyMs: LOOK_EVERY_MS,
    run: (tx, now) => tx.$executeRaw`
      DELETE FROM catalogue_run WHERE id IN (
        SELECT r.id FROM catalogue_run r
        WHERE r.finished_at < ${new Date(now - LIMITS.callLogDays * 86_400_000)}::timestamptz
          AND EXISTS (SELECT FROM catalogue_run n WHERE n.shop_id = r.shop_id AND n.requested_at > r.requested_at)
        LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)`,
  };
}
