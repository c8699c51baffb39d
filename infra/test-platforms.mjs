import { inProject } from './project.mjs';
import { runOnDebian } from './platforms/run-inside.mjs';
import { runEntry } from './run-entry.mjs';
import { prepareWorkspace } from './set-up/prepare-workspace.mjs';

/**
 * `npm run test:platforms`: the tests that depend most on database and broker, a whole journey and the small chaos, on
 * Node.js 24, PostgreSQL 17 and RabbitMQ 4 of Debian 13. The last line is `N passed, N failed`. Needs root.
 */
await runEntry(async () => {
  await prepareWorkspace();
  return runOnDebian([inProject('infra', 'platforms', 'tests-main.mjs'), ...process.argv.slice(2)]);
});
