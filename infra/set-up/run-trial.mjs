import { inProject } from '../project.mjs';
import { runInForeground } from '../run-command.mjs';
import { provideTestServices } from '../services/test-environment.mjs';
import { prepareWorkspace } from './prepare-workspace.mjs';

/**
 * Runs a program of `e2e/trials` on private services.
 *
 * @param {string} name of the program
 * @returns {Promise<number>} its exit code
 */
export function runTrial(name) {
  return runOnServices(inProject('e2e', 'dist', 'trials', `${name}-main.js`));
}

/**
 * Runs a compiled program with the arguments of this one, on private services.
 *
 * @param {string} program
 * @returns {Promise<number>} its exit code
 */
export async function runOnServices(program) {
  await prepareWorkspace();
  const { env, registerChild, release } = await provideTestServices({ alone: true });
  try {
    return await runInForeground([program, ...process.argv.slice(2)], {
      env: { ...process.env, ...env },
      onStart: registerChild,
    });
  } finally {
    await release();
  }
}
