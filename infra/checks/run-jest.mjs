import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inProject } from '../project.mjs';
import { runInForeground } from '../run-command.mjs';

/** A run that hangs is a failed run; a healthy one takes minutes. */
const LONGEST_RUN_MS = 40 * 60_000;

/**
 * Runs jest in the foreground, its report on stderr.
 *
 * @param {string[]} args
 * @param {{ env: NodeJS.ProcessEnv, onStart: (pid: number) => void }} options
 * @returns {Promise<{ passed: number, failed: number }>} a test file that cannot be run counts as one failed
 *   test; so does a run that fails with none
 */
export async function runJest(args, { env, onStart }) {
  const folder = mkdtempSync(join(tmpdir(), 'hub-jest-'));
  const outputFile = join(folder, 'results.json');
  try {
    const jest = inProject('node_modules', 'jest', 'bin', 'jest.js');
    const code = await runInForeground(
      [jest, ...args, '--passWithNoTests', '--json', `--outputFile=${outputFile}`],
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
 * @param {{ numPassedTests: number, numFailedTests: number, numRuntimeErrorTestSuites: number } | null}
 *   results null where jest wrote none
 */
export function countResults(code, results) {
  const passed = results?.numPassedTests ?? 0;
  const failed = (results?.numFailedTests ?? 0) + (results?.numRuntimeErrorTestSuites ?? 0);
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

function readResults(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
