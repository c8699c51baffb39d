import { setTimeout as wait } from 'node:timers/promises';
import type { CheckContext } from './check-context';

const LOOKS = 4;

/** What a store shows once it is correct, or what it shows last: a platform may need a moment. */
export async function eventually<T>(
  { target }: CheckContext,
  look: () => Promise<T>,
  isThere: (seen: T) => boolean,
): Promise<T> {
  for (let looks = 1; ; looks += 1) {
    const seen = await look();
    if (isThere(seen) || looks === LOOKS) return seen;
    await wait(target.retryBaseMs * 2 ** (looks - 1));
  }
}
