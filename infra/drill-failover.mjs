import { inProject } from './project.mjs';
import { runOnDebian } from './platforms/run-inside.mjs';
import { runEntry } from './run-entry.mjs';
import { prepareWorkspace } from './set-up/prepare-workspace.mjs';

/**
 * `npm run drill:failover [-- <seed>] [--small]`: the database's machines fail under Patroni, then nodes of RabbitMQ 4, while stores trade.
 * On Debian 13; needs root.
 */
await runEntry(async () => {
  await prepareWorkspace();
  return runOnDebian([inProject('e2e', 'dist', 'outages', 'main.js'), 'failover', ...process.argv.slice(2)]);
});
