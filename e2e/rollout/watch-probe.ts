import { setTimeout as wait } from 'node:timers/promises';
import type { Probe } from './deployment';

/**
 * Probes repeatedly until `over`, as the kubelet does, and reports whenever enough answers in a row make another outcome than
 * the last: `true` for passed, `false` for failed.
 */
export async function watchProbe(
  probe: Probe,
  { port, onOutcome, over }: { port: number; onOutcome: (passed: boolean) => void; over: AbortSignal },
): Promise<void> {
  let inARow = { passed: false, count: 0 };
  await sleep(probe.initialDelayMs, over);
  while (!over.aborted) {
    const passed = await ask(probe, { port, over });
    if (over.aborted) return;
    inARow = { passed, count: inARow.passed === passed ? inARow.count + 1 : 1 };
    if (inARow.count === (passed ? probe.successThreshold : probe.failureThreshold)) onOutcome(passed);
    await sleep(probe.periodMs, over);
  }
}

async function ask(probe: Probe, { port, over }: { port: number; over: AbortSignal }): Promise<boolean> {
  try {
    const signal = AbortSignal.any([over, AbortSignal.timeout(probe.timeoutMs)]);
    const response = await fetch(`http://127.0.0.1:${port}${probe.path}`, { signal });
    await response.arrayBuffer();
    return response.status < 400;
  } catch {
    return false;
  }
}

const sleep = (ms: number, over: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal: over }).catch(() => undefined);
