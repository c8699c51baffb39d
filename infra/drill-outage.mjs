import { inProject } from './project.mjs';
import { runInForeground } from './run-command.mjs';
import { runEntry } from './run-entry.mjs';
import { providePrograms } from './services/private-services.mjs';
import { prepareWorkspace } from './set-up/prepare-workspace.mjs';

/** `npm run drill:<name> [-- <seed>]`: sets up what is missing, and lets stores trade while a server of their hub fails. */
await runEntry(async () => {
  await prepareWorkspace();
  await providePrograms({ postgres: true, rabbitmq: true });
  return runInForeground([inProject('e2e', 'dist', 'outages', 'main.js'), ...process.argv.slice(2)], {
    env: process.env,
  });
});
