import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject, STATE_FOLDER } from '../project.mjs';
import { runCommand } from '../run-command.mjs';

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
  if (!existsSync(join(MODULES, '.bin', 'stryker')))
    await runCommand('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: OWN });
  mkdirSync(FOLDER, { recursive: true });
  const [config, result] = ['config', 'report'].map((file) => join(FOLDER, `${part.name}.${file}.json`));
  writeFileSync(config, JSON.stringify(configOf(part, result)));
  await runCommand(join(MODULES, '.bin', 'stryker'), ['run', config], {
    env: {
      ...process.env,
      HUB_MUTATION_TESTS: JSON.stringify(part.tests.map((folder) => `<rootDir>/${folder}/*.test.ts`)),
    },
  });
  return JSON.parse(readFileSync(result, 'utf8'));
}

function configOf(part, result) {
  return {
    packageManager: 'npm',
    plugins: [join(MODULES, '@stryker-mutator/jest-runner/dist/src/index.js')],
    testRunner: 'jest',
    jest: { configFile: 'infra/mutation/jest.config.js', enableFindRelatedTests: true },
    // A module is loaded at its first use, in whichever test that is (`checks/lazy-imports.js`): no test can be left out.
    coverageAnalysis: 'all',
    // A test beside its rule matches the rule's pattern.
    mutate: [...part.rules, '!**/*.test.ts'],
    // The copy holds what the tests read, and nothing that a run left behind.
    ignorePatterns: ['.hub', 'dist', 'bench', 'adapters', 'infra/mutation/node_modules'],
    tempDirName: join(FOLDER, 'copies'),
    concurrency: 2,
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
