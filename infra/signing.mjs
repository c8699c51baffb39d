import { inProject } from './project.mjs';
import { runEntry } from './run-entry.mjs';
import { runInForeground } from './run-command.mjs';
import { prepareWorkspace } from './set-up/prepare-workspace.mjs';
import { provideLanguages } from './set-up/provide-languages.mjs';

/** `npm run test:signing`: signing and verifying in every language of docs/integrators/signing, Go too. */
await runEntry(async () => {
  await prepareWorkspace();
  await provideLanguages({ isWhole: true });
  return runInForeground([inProject('e2e', 'dist', 'trials', 'signing-main.js')], { env: process.env });
});
