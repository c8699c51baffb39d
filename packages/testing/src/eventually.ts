import { setTimeout as wait } from 'node:timers/promises';
import { patience } from './patience';

/**
 * Waits for an outcome: repeats the assertion until it holds, and gives what it returns. After `timeoutMs`
 * (20 s unless given; longer where tests are to be patient) throws what the assertion threw last.
 */
export async function eventually<T>(
  assertion: () => T | Promise<T>,
  options: { timeoutMs?: number; everyMs?: number } = {},
): Promise<T> {
  const { timeoutMs = 20_000, everyMs = 25 } = options;
  const deadline = performance.now() + patience(timeoutMs);
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await wait(everyMs);
    }
  }
}
