import { visibleText } from '@hub/contract';
import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import type { Prompt, Prompter } from './prompter';

/** The answers that can be typed. */
const HINTS: Record<Prompt['expects'], string> = {
  event: '\n  The run goes on when its event comes; Enter where it is done, s to skip',
  done: '\n  Enter when it is done, s to skip',
  number: ' (a number, s to skip)',
  amount: ' (an amount, s to skip)',
  yes_or_no: ' (y or n, s to skip)',
};

/**
 * Asks on a terminal, one question after the other.
 *
 * @param interrupt runs at Ctrl-C, which reaches no process while the terminal is read
 */
export function terminalOf(input: Readable, output: Writable, interrupt: () => void): Prompter {
  const lines = createInterface({ input, output });
  let isClosed = false;
  lines.on('SIGINT', interrupt);
  lines.once('close', () => {
    isClosed = true;
  });
  return {
    async ask({ text, expects }, signal) {
      output.write(`\n→ ${text.split('\n').map(visibleText).join('\n')}${HINTS[expects]}\n`);
      // A user who can only read the prompts still causes the events.
      if (isClosed) return ended(signal);
      try {
        const typed = await lines.question('> ', { signal });
        // Input that does not come from a keyboard is not echoed, nor is its end of line.
        if (!lines.terminal) output.write('\n');
        return typed;
      } catch {
        return ended(signal);
      }
    },
    close: () => lines.close(),
  };
}

function ended(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    else signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}
