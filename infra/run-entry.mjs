import { endInOrderOnSignals, interruptionCode } from './interruption.mjs';
import { explain } from './step.mjs';

/**
 * Runs an entry point of infra/: its result is the exit code; an error is explained, and a signal ends it in
 * order.
 *
 * @param {() => Promise<number | void>} work
 */
export async function runEntry(work) {
  endInOrderOnSignals();
  let code;
  try {
    code = (await work()) ?? 0;
  } catch (error) {
    explain(error);
    code = 1;
  }
  process.exit(interruptionCode() ?? code);
}
