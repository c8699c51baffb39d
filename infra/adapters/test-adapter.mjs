import { runJest } from '../checks/run-jest.mjs';
import { provideTestServices } from '../services/test-environment.mjs';
import { testSurroundings } from '../set-up/test-surroundings.mjs';

/** How long the hub is unavailable in a trial; 60, where not given. */
const { HUB_AWAY_SECONDS } = process.env;
const away = HUB_AWAY_SECONDS === undefined ? {} : { HUB_AWAY_SECONDS };

/**
 * Two real shops of a platform trade through the hub, and one is rehearsed.
 *
 * @param {string} name begins the names of the test files under e2e/adapters/
 * @returns {Promise<number>} the exit code
 */
export async function testAdapter(name) {
  const { env, registerChild, release } = await provideTestServices({ alone: true });
  try {
    const files = ['--testPathPatterns', `e2e/adapters/${name}`];
    const args = ['--selectProjects', 'adapters', '--runInBand', ...files, '--verbose'];
    const options = { env: { ...testSurroundings(process.env, env), ...away }, onStart: registerChild };
    const { passed, failed } = await runJest(args, options);
    process.stdout.write(`${passed} passed, ${failed} failed\n`);
    return failed > 0 || passed === 0 ? 1 : 0;
  } finally {
    await release();
  }
}
