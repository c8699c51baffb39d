import { join } from 'node:path';
import { patience, repositoryRoot } from '@hub/testing';
import { runProgram } from './run-program';

const WITHIN_MS = 480_000;
/** Longer than a drill may take. */
export const DRILL_LIMIT_MS = 500_000;
/** The same trade in every run. */
export const DRILL_SEED = '20261124';
/** What a successful drill prints; else it prints what went wrong. */
export const ALL_WELL = /nothing lost, nothing twice\nexit 0$/;

/** Runs a drill to its end. @param program its path in the project @returns what it printed, and how it ended */
export async function runDrill(program: string, args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runProgram(join(repositoryRoot(), program), {
    args,
    env: process.env,
    // The test's own limit is stretched as much.
    withinMs: patience(WITHIN_MS),
  });
  return `${stderr}${stdout}exit ${exitCode}`;
}
