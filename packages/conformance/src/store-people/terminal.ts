import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';

/** Where people are asked. */
export interface Terminal {
  /** What they type; null where the signal ends the question, or nobody can type any more. */
  ask(question: string, signal: AbortSignal): Promise<string | null>;
  close(): void;
}

/**
 * Asks on a terminal, one question after the other.
 *
 * @param interrupt runs at Ctrl-C, which reaches no process while the terminal is read
 */
export function terminalOf(input: Readable, output: Writable, interrupt: () => void): Terminal {
  const lines = createInterface({ input, output });
  let isClosed = false;
  lines.on('SIGINT', interrupt);
  lines.once('close', () => {
    isClosed = true;
  });
  return {
    async ask(question, signal) {
      output.write(`\n→ ${question}\n`);
      // Whoever can only read still makes the events happen.
      if (isClosed) return ended(signal);
      try {
        return await lines.question('> ', { signal });
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
