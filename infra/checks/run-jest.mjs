import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { inProject } from '../project.mjs';
import { runInForeground } from '../run-command.mjs';
import { isGroup } from './test-groups.mjs';

/**
 * Into jest and, by jest's own doing, into its workers. What a test file makes is garbage at its end: a nursery of up to 64 MiB
 * (16 is usual) copies less of it, 7 % of the processor time.
 */
const NODE_OPTIONS = [
  '--max-semi-space-size=64',
  '--require',
  inProject('infra', 'checks', 'compile-once.js'),
];
/** A run that hangs is a failed run; a healthy one takes minutes. */
const LONGEST_RUN_MS = 60 * 60_000;

/**
 * @typedef {{ path: string, passed: number, failed: number, late: boolean }} FileRun
 *   what a test file adds to the counts, by its path in the project; `late`: what failed in it, failed by its time limit
 * @typedef {{ passed: number, failed: number, files: FileRun[] }} JestRun
 */

/**
 * Runs jest in the foreground, its report on stderr.
 *
 * @param {string[]} args
 * @param {{ env: NodeJS.ProcessEnv, onStart: (pid: number) => void }} options
 * @returns {Promise<JestRun>} a test file that cannot be run counts as one failed test; so does a run that
 *   fails with none
 */
export async function runJest(args, { env, onStart }) {
  const folder = mkdtempSync(join(tmpdir(), 'hub-jest-'));
  const outputFile = join(folder, 'results.json');
  try {
    const jest = inProject('node_modules', 'jest', 'bin', 'jest.js');
    const code = await runInForeground(
      [...NODE_OPTIONS, jest, ...args, '--passWithNoTests', '--json', `--outputFile=${outputFile}`],
      {
        env,
        onStart,
        stdio: ['ignore', 'ignore', 'inherit'],
        timeoutMs: LONGEST_RUN_MS,
      },
    );
    return countResults(code, readResults(outputFile));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {number} code jest's exit code
 * @param {{ testResults: { name: string, status: string, assertionResults: TestResult[] }[] } | null} results null if
 *   jest wrote none
 * @typedef {{ status: string, ancestorTitles: string[], failureMessages: string[] }} TestResult
 * @returns {JestRun}
 */
export function countResults(code, results) {
  const files = (results?.testResults ?? []).flatMap(filesOf).map(countFile);
  const passed = sumOf(files, 'passed');
  const failed = sumOf(files, 'failed');
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, files };
}

/** The test files of one of jest's, which may be a group. */
function filesOf({ name, status, assertionResults }) {
  if (!isGroup(name) || assertionResults.length === 0)
    return [{ path: relative(inProject(), name), broken: status === 'failed', tests: assertionResults }];
  const fileOf = ({ ancestorTitles }) => ancestorTitles[0];
  return [...new Set(assertionResults.map(fileOf))].map((path) => ({
    path,
    broken: false,
    tests: assertionResults.filter((test) => fileOf(test) === path),
  }));
}

/** What jest says of a test or hook over its time, and `eventually` of a wait over its own. */
const LATE = /Exceeded timeout of|not so within \d+ s/;

function countFile({ path, broken, tests }) {
  const failures = tests.filter(({ status }) => status === 'failed');
  const isLate = ({ failureMessages }) => failureMessages.every((message) => LATE.test(message));
  return {
    path,
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: broken && failures.length === 0 ? 1 : failures.length,
    late: failures.length > 0 && failures.every(isLate),
  };
}

const sumOf = (files, what) => files.reduce((sum, file) => sum + file[what], 0);

function readResults(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
