import { CommanderError } from 'commander';
import { CommandFailure } from './failure';
import { endWithReader, note, noteJson } from './output';
import { hubProgram } from './program';

/** The hub command (D27). Exit codes: 0 done, 1 failed, 2 wrong use, others by the command. */
async function main(words: readonly string[]): Promise<void> {
  const program = await hubProgram(words);
  await program.parseAsync(words, { from: 'user' });
}

interface Fault {
  lines: readonly string[];
  exitCode: number;
  /** Commander has already printed it, except as JSON. */
  said: boolean;
}

async function faultOf(error: unknown): Promise<Fault> {
  if (error instanceof CommanderError) {
    const lines = [error.message.replace(/^error: /, '')];
    return { lines, exitCode: error.exitCode === 0 ? 0 : 2, said: true };
  }
  if (error instanceof CommandFailure) return { lines: error.lines, exitCode: error.exitCode, said: false };
  const { plainFault } = await import('./plain-fault.js');
  // Each fault of a configuration has a line of its own.
  return { lines: plainFault(error).split('\n'), exitCode: 1, said: false };
}

/** Prints what is wrong, as text or JSON, and chooses the exit code. */
async function report(error: unknown, words: readonly string[]): Promise<number> {
  const { lines, exitCode, said } = await faultOf(error);
  if (exitCode === 0) return 0;
  if (words.includes('--json')) noteJson({ error: { message: lines.join('\n'), exit_code: exitCode } });
  else if (!said) lines.forEach(note);
  return exitCode;
}

for (const stream of [process.stdout, process.stderr]) endWithReader(stream, () => process.exit());

const words = process.argv.slice(2);
main(words).then(
  () => undefined,
  async (error: unknown) => {
    process.exitCode = await report(error, words);
  },
);
