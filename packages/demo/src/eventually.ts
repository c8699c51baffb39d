import { setTimeout as wait } from 'node:timers/promises';
import { CommandFailure } from '@hub/cli';

const WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 50;

/**
 * Waits for the journey's next expectation: returns the result of `look` once it is not null. Throws `CommandFailure`
 * with the expectation as text if it is not met in time (30 s by default).
 */
export async function eventually<T>(
  expected: string,
  look: () => T | null | Promise<T | null>,
  withinMs = WITHIN_MS,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (performance.now() > deadline)
      throw new CommandFailure([`Expected within ${withinMs / 1_000} s, but not so: ${expected}.`]);
    await wait(LOOK_EVERY_MS);
  }
}

/** Throws `CommandFailure` if an awaited result is not as expected. */
export function expectTrue(holds: boolean, expected: string, found: unknown): void {
  if (!holds) throw new CommandFailure([`Expected: ${expected}; found: ${JSON.stringify(found)}.`]);
}
