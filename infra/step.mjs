import { throwIfInterrupted } from './interruption.mjs';

const EXPECTED = ['SetUpProblem', 'CommandFailed', 'Interrupted'];
const write = (text) => process.stderr.write(text);

/** A step that cannot go on for a reason its reader can act on: shown without a stack. */
export class SetUpProblem extends Error {
  name = 'SetUpProblem';
}

/**
 * Runs one step of the set-up and says in one line (on stderr: stdout belongs to the commands) what it does,
 * what came of it, and how long it took.
 *
 * @template T
 * @param {string} what
 * @param {(note: (result: string) => void) => Promise<T> | T} work `note` replaces the plain "done" at the
 *   end of the line
 * @returns {Promise<T>}
 */
export async function step(what, work) {
  throwIfInterrupted();
  const startedAt = Date.now();
  let result = 'done';
  write(`· ${what} … `);
  try {
    const value = await work((text) => {
      result = text;
    });
    write(`${result} (${secondsSince(startedAt)})\n`);
    return value;
  } catch (error) {
    write(`failed (${secondsSince(startedAt)})\n`);
    throw error;
  }
}

/** One line as of {@link step}, at the end of work that others ran beside. */
export const sayEnded = (what, result, startedAt) =>
  write(`· ${what} … ${result} (${secondsSince(startedAt)})\n`);

export const secondsSince = (startedAt) => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;

/** Says why set-up ended, with the output of the command that failed. */
export function explain(error) {
  if (error.output) write(`${error.output.trimEnd()}\n`);
  write(`${EXPECTED.includes(error.name) ? error.message : error.stack}\n`);
}
