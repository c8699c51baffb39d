import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject, STATE_FOLDER } from '../project.mjs';
import { runCommand } from '../run-command.mjs';
import { unitTestsOf } from './unit-tests.mjs';

const OWN = inProject('infra', 'mutation');
const MODULES = join(OWN, 'node_modules');
const FOLDER = join(STATE_FOLDER, 'mutation');

/**
 * Makes every change to one part's rules, in a copy of the project, and runs its unit tests for each.
 *
 * @param {typeof import('./parts.js').PARTS[number]} part
 * @returns {Promise<object>} Stryker's own report: each change and its end
 * @throws {import('../run-command.mjs').CommandFailed} a test that is red without any change, or Stryker cannot be installed
 */
export async function runStryker(part) {
  if (!isInstalled())
    await runCommand('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: OWN });
  mkdirSync(FOLDER, { recursive: true });
  const [config, result] = ['config', 'report'].map((file) => join(FOLDER, `${part.name}.${file}.json`));
  writeFileSync(config, JSON.stringify(configOf(part, result)));
  await runCommand(join(MODULES, '.bin', 'stryker'), ['run', config], {
    env: {
      ...process.env,
      HUB_MUTATION_TESTS: JSON.stringify(unitTestsOf(part)),
    },
  });
  return JSON.parse(readFileSync(result, 'utf8'));
}

/** As the lockfile names it now: npm writes its own list at the end of an installation. */
function isInstalled() {
  const writtenAt = (...path) => statSync(join(...path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return writtenAt(MODULES, '.package-lock.json') > writtenAt(OWN, 'package-lock.json');
}

function configOf(part, result) {
  return {
    packageManager: 'npm',
    plugins: [join(OWN, 'test-runner.mjs')],
    testRunner: 'in-one-process',
    testRunnerNodeArgs: ['--conditions=hub-source'],
    // Of a test file that reaches the rule, only the tests that reach the change are run.
    coverageAnalysis: 'perTest',
    // A test beside its rule matches the rule's pattern.
    mutate: [...part.rules, '!**/*.test.ts'],
    // The copy holds what the tests read, and nothing that a run left behind.
    ignorePatterns: ['.hub', 'dist', 'bench', 'adapters', 'infra/mutation/node_modules'],
    tempDirName: join(FOLDER, 'copies'),
    concurrency: 2,
    // A change that makes a loop endless is ended by its count of hits; a busy machine ends none.
    timeoutMS: 60_000,
    reporters: ['json'],
    jsonReporter: { fileName: result },
    allowEmpty: false,
    // No configuration of the compiler is rewritten for the copy: the tests are compiled without it.
    tsconfigFile: 'none',
    disableTypeChecks: false,
    ignoreStatic: false,
    thresholds: { high: 100, low: 0, break: null },
  };
}
