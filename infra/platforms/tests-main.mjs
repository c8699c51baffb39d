import { runJest } from '../checks/run-jest.mjs';
import { tryAgain } from '../checks/try-again.mjs';
import { runEntry } from '../run-entry.mjs';
import { findPostgresFolder, findRabbitmqctl } from '../services/find-binaries.mjs';
import { provideTestServices } from '../services/test-environment.mjs';
import { testSurroundings } from '../set-up/test-surroundings.mjs';
import { runCommand } from '../run-command.mjs';

const PATHS = 'packages/(messaging|installation|store-writes)/';
const RUNS = [
  ['--selectProjects', 'unit', 'real', '--testPathPatterns', PATHS],
  ['--selectProjects', 'e2e', '--testPathPatterns', 'e2e/test/journey'],
  ['--selectProjects', 'trials', '--testPathPatterns', 'e2e/chaos', 'messaging/test/slow-consumer'],
];
/** Waits may take this many times as long as written. */
const PATIENCE = { HUB_TEST_PATIENCE: '4' };

/** The tests of `npm run test:platforms`, on the machine as it is: other arguments of jest replace its own. */
await runEntry(async () => {
  await printVersions();
  const given = process.argv.slice(2);
  const services = await provideTestServices({ alone: true });
  try {
    const env = { ...testSurroundings(process.env, services.env), ...PATIENCE };
    const onStart = services.registerChild;
    const sum = { passed: 0, failed: 0 };
    for (const args of given.length > 0 ? [given] : RUNS) {
      const first = await runJest(['--maxWorkers=2', ...args], { env, onStart });
      const alone = (path) => runJest(['--runInBand', '--runTestsByPath', path], { env, onStart });
      const run = await tryAgain(first, alone);
      if (run.onlyAgain !== null)
        process.stdout.write(`defect: passed only when run a second time: ${run.onlyAgain}\n`);
      sum.passed += run.passed;
      sum.failed += run.failed;
    }
    process.stdout.write(`${sum.passed} passed, ${sum.failed} failed\n`);
    return sum.failed > 0 || sum.passed === 0 ? 1 : 0;
  } finally {
    await services.release();
  }
});

async function printVersions() {
  const postgres = await runCommand(`${findPostgresFolder()}/postgres`, ['--version']);
  const rabbitmq = await runCommand(findRabbitmqctl(), ['version']);
  const numbers = [process.version, postgres.trim(), `RabbitMQ ${rabbitmq.trim()}`];
  process.stdout.write(`Node.js ${numbers.join(', ')}\n`);
}
