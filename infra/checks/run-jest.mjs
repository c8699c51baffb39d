import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { inProject } from '../project.mjs';
import { runInForeground } from '../run-command.mjs';

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
 * @typedef {{ passed: number, failed: number, files: { path: string, passed: number, failed: number }[] }} JestRun
 *   the counts, and what each test file adds to them, by its path in the project
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
 * @param {{ testResults: { name: string, status: string, assertionResults: { status: string }[] }[] } | null}
 *   results null where jest wrote none
 * @returns {JestRun}
 */
export function countResults(code, results) {
  const files = (results?.testResults ?? []).map(countFile);
  const passed = sumOf(files, 'passed');
  const failed = sumOf(files, 'failed');
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, files };
}

function countFile({ name, status, assertionResults }) {
  const count = (wanted) => assertionResults.filter((test) => test.status === wanted).length;
  const failed = count('failed');
  return {
    path: relative(inProject(), name),
    passed: count('passed'),
    failed: status === 'failed' && failed === 0 ? 1 : failed,
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
