import { setTimeout as wait } from 'node:timers/promises';
import { patience } from './patience';

/**
 * Waits for a result: repeats the assertion until it holds, and returns its value. After `timeoutMs` (20 s by default;
 * longer if tests are patient) throws the assertion's last error, whose message then names the time.
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
      if (performance.now() > deadline) throw late(error, patience(timeoutMs));
      await wait(everyMs);
    }
  }
}

/** The runner of tests distinguishes a wait that was too short from a failure by this (`infra/checks/run-jest.mjs`). */
function late(error: unknown, afterMs: number): unknown {
  if (error instanceof Error) error.message = `${error.message}\n(not so within ${afterMs / 1_000} s)`;
  return error;
}
