import { inProject } from './project.mjs';
import { runEntry } from './run-entry.mjs';
import { runInForeground } from './run-command.mjs';
import { providePrograms } from './services/private-services.mjs';
import { prepareWorkspace } from './set-up/prepare-workspace.mjs';

/** `npm run chaos [-- --small]`: sets up what is missing and lets everything fail while stores trade. */
await runEntry(async () => {
  await prepareWorkspace();
  await providePrograms({ postgres: true, rabbitmq: true });
  return runInForeground([inProject('e2e', 'dist', 'chaos', 'main.js'), ...process.argv.slice(2)], {
    env: process.env,
  });
});
