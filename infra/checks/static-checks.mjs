import { inProject } from '../project.mjs';
import { runCommand } from '../run-command.mjs';
import { explain, step } from '../step.mjs';

const tool = (name, ...args) => [inProject('node_modules', '.bin', name), args];

/** What can be said of the source without running it. */
export const STATIC_CHECKS = [
  { what: 'Types', command: tool('tsc', '-p', 'tsconfig.check.json') },
  { what: 'Lint', command: tool('oxlint', '--type-aware', '--deny-warnings') },
  { what: 'Format', command: tool('prettier', '--check', '.') },
  { what: 'Unused files, exports and dependencies', command: tool('knip') },
  {
    what: 'The contract: documents without fault, nothing breaks what was released',
    command: [process.execPath, [inProject('infra', 'contract', 'check.mjs')]],
  },
];

/**
 * Runs the checks one after the other, all of them even where one fails.
 *
 * @param {{ what: string, command: [string, string[]] }[]} checks
 * @returns {Promise<number>} how many failed
 */
export async function runChecks(checks) {
  const env = process.stderr.isTTY ? process.env : { ...process.env, NO_COLOR: '1' };
  let failed = 0;
  for (const { what, command } of checks) {
    try {
      await step(what, () => runCommand(...command, { env }));
    } catch (error) {
      if (error.name === 'Interrupted') throw error;
      explain(error);
      failed += 1;
    }
  }
  return failed;
}
