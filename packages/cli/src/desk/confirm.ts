import { createInterface } from 'node:readline/promises';

/**
 * Whether something that concerns more than one is to be done: said by `--yes`, or at a terminal when it is asked.
 * Elsewhere nothing more than one is done without.
 */
export async function isConfirmed(
  count: number,
  { yes = false, question }: { yes?: boolean | undefined; question: string },
): Promise<boolean> {
  if (yes || count <= 1) return true;
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}
