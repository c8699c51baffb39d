import { throwIfInterrupted } from '../interruption.mjs';
import { inProject } from '../project.mjs';
import { runCommand } from '../run-command.mjs';
import { compilerEnv } from '../set-up/compiler-env.mjs';
import { explain, sayEnded } from '../step.mjs';

const tool = (name, ...args) => [inProject('node_modules', '.bin', name), args];

/** What a developer wants to know before a commit, in a minute. */
export const SOURCE_CHECKS = [
  { what: 'Types', command: tool('tsc', '-p', 'tsconfig.check.json') },
  { what: 'Lint', command: tool('oxlint', '--type-aware', '--deny-warnings') },
  { what: 'Format', command: tool('oxfmt', '--check') },
  {
    what: 'Prose of documents, comments and texts of sources',
    command: [process.execPath, [inProject('infra', 'words', 'check-prose-main.mjs')]],
  },
  { what: 'Unused files, exports and dependencies', command: tool('knip') },
];

/** Everything that can be said of the source without running it. */
export const STATIC_CHECKS = [
  ...SOURCE_CHECKS,
  {
    what: 'The contract: documents without fault, nothing breaks what was released',
    command: [process.execPath, [inProject('infra', 'contract', 'check.mjs')]],
  },
  {
    what: 'Licences of what it is made with',
    command: [process.execPath, [inProject('infra', 'release', 'licences.mjs'), '--check']],
  },
];

/** Most of them use one processor alone. */
const SIDE_BY_SIDE = 2;

/**
 * Runs the checks, two at a time, all of them even where one fails; says of each what came of it once it has ended.
 *
 * @param {{ what: string, command: [string, string[]] }[]} checks
 * @returns {Promise<number>} how many failed
 */
export async function runChecks(checks) {
  const left = [...checks];
  let failed = 0;
  const runTheRest = async () => {
    for (let check = left.shift(); check; check = left.shift()) if (!(await succeeds(check))) failed += 1;
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, runTheRest));
  return failed;
}

async function succeeds({ what, command }) {
  throwIfInterrupted();
  const env = { ...compilerEnv(), ...(!process.stderr.isTTY && { NO_COLOR: '1' }) };
  const startedAt = Date.now();
  try {
    await runCommand(...command, { env });
    sayEnded(what, 'done', startedAt);
    return true;
  } catch (error) {
    throwIfInterrupted();
    sayEnded(what, 'failed', startedAt);
    explain(error);
    return false;
  }
}
