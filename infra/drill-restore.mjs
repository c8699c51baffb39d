import { inProject } from './project.mjs';
import { runEntry } from './run-entry.mjs';
import { runInForeground } from './run-command.mjs';
import { providePrograms } from './services/private-services.mjs';
import { prepareWorkspace } from './set-up/prepare-workspace.mjs';

/** `npm run drill:restore [-- <seed>]`: sets up what is missing, and restores a database while its stores have traded on. */
await runEntry(async () => {
  await prepareWorkspace();
  await providePrograms({ postgres: true, rabbitmq: true });
  return runInForeground([inProject('e2e', 'dist', 'restore', 'main.js'), ...process.argv.slice(2)], {
    env: process.env,
  });
});
