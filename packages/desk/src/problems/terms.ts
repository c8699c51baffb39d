import { plainFailure } from '../words/plain-failure';

export const PLACED = 'A paid line is at a shop within an hour.';

/** For how long an order that was refused, or discarded undecided, is at risk: as long as sent events are kept (D33). */
export const KEPT_MS = 7 * 86_400_000;

/** What a worker or a store answered, as a part of a sentence. */
export function failureText(reason: string | null): string {
  return reason === null ? 'no answer is recorded' : plainFailure(reason);
}
