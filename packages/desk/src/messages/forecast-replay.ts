import { requireEvent } from '@hub/contract';
import type { DeadLetterState } from '@hub/database';
import type { Forecasts } from '@hub/messaging';
import { commandOfQueue, eventOfQueue, readMessage, typeOfQueue } from './read-message';
import { describeForecast } from './describe-forecast';
import type { ReplayForecast } from './replay-forecast';

/** A failed message, as input to the forecast of its replay. */
export interface ReplayedFailedMessage {
  state: DeadLetterState;
  origin: string;
  reason: string;
  shopId: number | null;
  /** What a replay would send. */
  body: Buffer;
}

/** The effect of replaying a failed message now, as forecast by its worker. */
export async function forecastReplay(
  forecasts: Forecasts,
  failedMessage: ReplayedFailedMessage,
): Promise<ReplayForecast> {
  const { state, origin: queue, reason, shopId, body } = failedMessage;
  if (state === 'replaying') return unclear('its replay is pending');
  if (state === 'resolved') return { effect: 'nothing', says: 'no effect: it went through' };
  if (readMessage(body, failedMessage).kind === 'unreadable')
    return unclear('it could not be read: unless that was fixed, it fails again at once');
  // It may well kill the worker that would forecast it.
  if (reason === 'delivery_limit') return unclear('no forecast: workers ended while they had it');
  const answer = await forecasts.ask({ queue, type: typeOfQueue(queue) ?? '', shopId, body });
  return answer === null
    ? unclear(`no forecast: ${ownerOf(queue)} does not answer`)
    : describeForecast(answer);
}

/** The worker of a queue. */
export function ownerOf(queue: string): string {
  const event = eventOfQueue(queue);
  return event === null ? (commandOfQueue(queue)?.owner ?? 'its worker') : requireEvent(event).owner;
}

function unclear(says: string): ReplayForecast {
  return { effect: 'unclear', says };
}
