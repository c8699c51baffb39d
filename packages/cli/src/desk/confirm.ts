import { visibleText } from '@hub/contract';
import { createInterface } from 'node:readline/promises';

/**
 * Whether to do something that affects more than one: confirmed by `--yes`, or by an answer at a terminal. Otherwise it
 * is not done.
 */
export async function isConfirmed(
  count: number,
  { yes = false, question }: { yes?: boolean | undefined; question: string },
): Promise<boolean> {
  if (yes || count <= 1) return true;
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${visibleText(question)} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}
