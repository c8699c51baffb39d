import { runEntry } from './run-entry.mjs';
import { compile, prepareSources } from './set-up/prepare-workspace.mjs';
import { runTests } from './checks/run-tests.mjs';

/** `npm run trial:traces`: a thousand orders, every service its own process, and one whole trace of each asked for. */
await runEntry(async () => {
  await prepareSources();
  await compile();
  process.env.HUB_TRACED_ORDERS ??= '1000';
  const { passed, failed } = await runTests([
    '--selectProjects',
    'e2e',
    '--runTestsByPath',
    'e2e/test/traces.e2e.test.ts',
  ]);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  return failed > 0 || passed === 0 ? 1 : 0;
});
