import { runEntry } from './run-entry.mjs';
import { explain } from './step.mjs';
import { runChecks, STATIC_CHECKS } from './checks/static-checks.mjs';
import { runTests } from './checks/run-tests.mjs';

import { compile, prepareSources } from './set-up/prepare-workspace.mjs';

/**
 * `npm test [-- <arguments of jest>]`: sets up what is missing and runs every test. The last line says how
 * many passed and failed; whatever else goes wrong counts as one failed test.
 */
await runEntry(async () => {
  let result = { passed: 0, failed: 1 };
  try {
    result = await testEverything(process.argv.slice(2));
  } catch (error) {
    explain(error);
  }
  process.stdout.write(`${result.passed} passed, ${result.failed} failed\n`);
  return result.failed > 0 || result.passed === 0 ? 1 : 0;
});

async function testEverything(args) {
  await prepareSources();
  const isWholeRun = args.length === 0;
  const failedBuild = await countAsTest(compile());
  // After the build: type-aware rules see other packages by their declarations.
  const failedChecks = isWholeRun && process.env.CI ? await runChecks(STATIC_CHECKS) : 0;
  const { passed, failed } = await runTests(args);
  return { passed, failed: failed + failedChecks + failedBuild };
}

/** What does not build is reported and counted; the tests, which read the sources, run all the same. */
async function countAsTest(work) {
  try {
    await work;
    return 0;
  } catch (error) {
    explain(error);
    return 1;
  }
}
