import type { DatabaseWatch } from './database-watch';
import { HEADER, type Delivery } from './broker/delivery';
import type { DeliveryHandler } from './broker/consumer';
import { verdictWithinMs } from './events/verdict-wait';
import type { Clock } from '@hub/runtime';

/**
 * How every handler responds to a database that is unavailable (D37): messages delivered before consuming was paused are
 * returned, no attempt spent; a handler that finds it away reports it, for the whole process.
 */
export function pausing(
  handle: DeliveryHandler['handle'],
  database: Pick<DatabaseWatch, 'away' | 'noteFailure' | 'returnedAt'>,
  clock: Clock,
): DeliveryHandler['handle'] {
  return async (delivery) => {
    if (database.away) return { kind: 'away' };
    if (goesBehind(delivery, { returnedAt: database.returnedAt, now: clock.now() }))
      return { kind: 'behind', reason: 'older than its store waits' };
    const settlement = await handle(delivery);
    if (settlement.kind === 'away') database.noteFailure(settlement.error);
    return settlement;
  };
}

/**
 * Whether an event that was delivered before the database came back is older than its store waits for the verdict (D5):
 * no store waits for it any more, and stores wait for the fresh ones behind it. Once only. No store waits for a replay
 * anyway, and support waits for its outcome.
 */
export function goesBehind(
  { type, headers }: Pick<Delivery, 'type' | 'headers'>,
  { returnedAt, now }: { returnedAt: number | null; now: number },
): boolean {
  const receivedAt = headers[HEADER.receivedAt];
  if (returnedAt === null || typeof receivedAt !== 'number' || headers[HEADER.behind] === true) return false;
  if (headers[HEADER.deadLetterId] !== undefined) return false;
  return receivedAt < returnedAt && now - receivedAt > verdictWithinMs(type);
}
