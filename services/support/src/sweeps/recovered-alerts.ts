import { rows, type Tx } from '@hub/database';
import type { Sweep } from '@hub/messaging';
import { z } from 'zod';

const IdRow = z.object({ id: z.string() });

/** Resolves alerts of failed messages that have none left to repair. */
export const recoveredAlerts: Sweep = { name: 'recovered alerts', everyMs: 30_000, run: resolveRecovered };

/**
 * Locks alerts first and checks them in a separate statement, which sees everything committed until then: a message
 * that fails at this moment either keeps its alert or raises a new one.
 */
async function resolveRecovered(tx: Tx): Promise<number> {
  const locked = await rows(
    IdRow,
    tx.$queryRaw`
    SELECT id FROM alert WHERE kind = 'dead_letter' AND state <> 'resolved' ORDER BY id FOR UPDATE SKIP LOCKED`,
  );
  if (locked.length === 0) return 0;
  return tx.$executeRaw`
    UPDATE alert a SET state = 'resolved', resolved_at = now()
    WHERE a.id = ANY (${locked.map(({ id }) => id)}::uuid[]) AND NOT EXISTS (
      SELECT FROM dead_letter d
      WHERE d.origin = a.detail ->> 'origin' AND d.reason = a.detail ->> 'reason' AND d.state IN ('open', 'replaying')
    )`;
}
