import type { DatabaseWatch } from './database-watch';
import { HEADER, type Delivery } from './broker/delivery';
import type { DeliveryHandler } from './broker/consumer';
import { verdictWithinMs } from './events/verdict-wait';

/**
 * What every handler does about a database that is away (D37): what came before consuming was paused is handed back, no
 * attempt spent; a handler that meets it away says so, for the whole process.
 */
export function pausing(
  handle: DeliveryHandler['handle'],
  database: Pick<DatabaseWatch, 'away' | 'noteFailure' | 'returnedAt'>,
): DeliveryHandler['handle'] {
  return async (delivery) => {
    if (database.away) return { kind: 'away' };
    if (goesBehind(delivery, { returnedAt: database.returnedAt, now: Date.now() }))
      return { kind: 'behind', reason: 'older than its store waits' };
    const settlement = await handle(delivery);
    if (settlement.kind === 'away') database.noteFailure(settlement.error);
    return settlement;
  };
}

/**
 * Whether an event that came before the database was back is older than its store waits for the verdict (D5): nobody
 * waits for it any more, and stores wait for the fresh ones behind it. Once only.
 */
export function goesBehind(
  { type, headers }: Pick<Delivery, 'type' | 'headers'>,
  { returnedAt, now }: { returnedAt: number | null; now: number },
): boolean {
  const receivedAt = headers[HEADER.receivedAt];
  if (returnedAt === null || typeof receivedAt !== 'number' || headers[HEADER.behind] === true) return false;
  return receivedAt < returnedAt && now - receivedAt > verdictWithinMs(type);
}
