import { findEvent } from '@hub/contract';

/** D5: how long the sending store waits for the verdict; 0: it is no event, and no store waits. */
export function verdictWithinMs(event: string): number {
  return findEvent(event)?.answerWithinMs ?? 0;
}
