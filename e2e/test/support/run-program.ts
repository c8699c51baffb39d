import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { repositoryRoot } from '@hub/testing';

export interface ProgramResult {
  /** Null where a signal ended it. */
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

const WITHIN_MS = 120_000;
const MOST_OUTPUT = 64 * 1024 * 1024;
const CLI = join(repositoryRoot(), 'packages', 'cli', 'dist');
/** The hub command (D27). */
export const HUB = join(CLI, 'main.js');
/** What `npm start` runs. */
export const DEMONSTRATION = join(repositoryRoot(), 'packages', 'demo', 'dist', 'main.js');

/** Runs a program of Node.js to its end, in an environment of exactly these variables. */
export function runProgram(
  program: string,
  {
    args = [],
    env = {},
    withinMs = WITHIN_MS,
  }: { args?: readonly string[]; env?: NodeJS.ProcessEnv; withinMs?: number } = {},
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [program, ...args],
      { env, timeout: withinMs, maxBuffer: MOST_OUTPUT },
      (_error, stdout, stderr) => {
        resolve({ exitCode: child.exitCode, stdout, stderr });
      },
    );
  });
}

/** Runs the hub command. */
export function runHub(args: readonly string[], env: NodeJS.ProcessEnv): Promise<ProgramResult> {
  return runProgram(HUB, { args, env });
}
