import { existsSync } from 'node:fs';
import { explain } from './step.mjs';
import { RUN_SET, TEST_SET } from './services/service-sets.mjs';
import { letGoByHand } from './services/set-state.mjs';
import { stopUnlessNeeded } from './services/supervisor.mjs';
import { provideTestServices } from './services/test-environment.mjs';
import { provideRunServices } from './services/run-environment.mjs';

const USAGE = `node infra/services.mjs up|down [--test]

up     starts PostgreSQL and RabbitMQ and leaves them running; .hub/env.json says where they are
down   stops them, unless a running command needs them
--test the services of the tests (.hub/test-env.json), for running jest directly
`;

const [command, ...flags] = process.argv.slice(2);
const forTests = flags.includes('--test');

try {
  if (command === 'up') await up();
  else if (command === 'down') await down();
  else process.stdout.write(USAGE);
} catch (error) {
  explain(error);
  process.exitCode = 1;
}

async function up() {
  const provide = forTests ? provideTestServices : provideRunServices;
  await provide({ byHand: true });
}

async function down() {
  const set = forTests ? TEST_SET : RUN_SET;
  if (!existsSync(set.folder)) return;
  letGoByHand(set);
  await stopUnlessNeeded(set);
}
