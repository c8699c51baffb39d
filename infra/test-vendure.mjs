import { prepareVendure } from './adapters/prepare-vendure.mjs';
import { runJest } from './checks/run-jest.mjs';
import { runEntry } from './run-entry.mjs';
import { provideTestServices } from './services/test-environment.mjs';
import { testSurroundings } from './set-up/test-surroundings.mjs';

/** How long the hub is away in the trial; 60, where not given. */
const { HUB_AWAY_SECONDS } = process.env;
const away = HUB_AWAY_SECONDS === undefined ? {} : { HUB_AWAY_SECONDS };

/** `npm run test:vendure`: two real Vendure shops trade through the hub, and one is rehearsed. */
await runEntry(async () => {
  await prepareVendure();
  const { env, registerChild, release } = await provideTestServices({ alone: true });
  try {
    const args = [
      '--selectProjects',
      'adapters',
      '--runInBand',
      '--testPathPatterns',
      'vendure',
      '--verbose',
    ];
    const options = { env: { ...testSurroundings(process.env, env), ...away }, onStart: registerChild };
    const { passed, failed } = await runJest(args, options);
    process.stdout.write(`${passed} passed, ${failed} failed\n`);
    return failed > 0 || passed === 0 ? 1 : 0;
  } finally {
    await release();
  }
});
