import { setTimeout as wait } from 'node:timers/promises';
import { patience } from './patience';

/**
 * Waits for a result: repeats the assertion until it holds, and returns its value. After `timeoutMs` (20 s by default;
 * longer if tests are patient) throws the assertion's last error.
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
