import { runOnDebian } from './platforms/run-inside.mjs';
import { runEntry } from './run-entry.mjs';
import { SetUpProblem } from './step.mjs';
import { prepareWorkspace } from './set-up/prepare-workspace.mjs';

/**
 * `npm run platform -- <program> [<argument>…]`: runs a program of Node.js on Debian 13, with its PostgreSQL 17 and
 * RabbitMQ 4, and on Node.js 24. Needs root.
 */
await runEntry(async () => {
  const args = process.argv.slice(2);
  if (args.length === 0)
    throw new SetUpProblem('Name the program: npm run platform -- infra/chaos.mjs --small');
  await prepareWorkspace();
  return runOnDebian(args);
});
