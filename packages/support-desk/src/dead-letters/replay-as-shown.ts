import type { Database } from '@hub/database';
import type { BodyCipher } from '@hub/installation';
import type { Forecasts } from '@hub/messaging';
import { actOnDeadLetters, type DeadLettersDone } from './act-on-dead-letters';
import { showDeadLetter } from './show-dead-letter';

/**
 * Replays a failed message on the strength of a forecast, unless its worker forecasts something else by now.
 * @param request.shown the forecast that the person was shown
 */
export async function replayAsShown(
  db: Database,
  request: { id: string; shown: string | undefined; actor: string; note?: string | undefined },
  workers: { forecasts: Forecasts; cipher: BodyCipher },
): Promise<DeadLettersDone> {
  const { id, shown, actor, note } = request;
  const failedMessage = await showDeadLetter(db, id, workers);
  if (failedMessage?.state === 'open' && failedMessage.forecast.says !== shown)
    return { done: [], refused: [{ id, why: 'forecast_changed' }] };
  return actOnDeadLetters(db, { action: 'replay', ids: [id], actor, note });
}
