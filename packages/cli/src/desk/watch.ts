import { setTimeout as wait } from 'node:timers/promises';
import { CommandFailure } from '../failure';
import { clearScreen, note } from '../output';
import { waitForSignal } from '../wait-for-signal';
import type { LookOptions } from './desk-options';

const EVERY_MS = 2_000;

/** Shows something once, or, with `--watch`, repeatedly until Ctrl-C. Errors are shown instead of it. */
export async function watching(options: LookOptions, show: () => Promise<void>): Promise<void> {
  if (!options.watch) return show();
  if (!process.stdout.isTTY || options.json) throw new CommandFailure(['--watch is for a terminal'], 2);
  const stop = new AbortController();
  void waitForSignal().then(() => stop.abort());
  await showAgain(show, { clear: clearScreen, stop: stop.signal });
}

/** @param options.everyMs for tests */
export async function showAgain(
  show: () => Promise<void>,
  options: { clear: () => void; stop: AbortSignal; everyMs?: number },
): Promise<void> {
  const { clear, stop, everyMs = EVERY_MS } = options;
  while (!stop.aborted) {
    clear();
    await show().catch((error: unknown) => {
      if (!(error instanceof CommandFailure)) throw error;
      error.lines.forEach(note);
    });
    await wait(everyMs, undefined, { signal: stop }).catch(() => undefined);
  }
}
