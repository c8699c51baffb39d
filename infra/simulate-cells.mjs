import { inProject } from './project.mjs';
import { runInForeground } from './run-command.mjs';
import { runEntry } from './run-entry.mjs';
import { prepareWorkspace } from './set-up/prepare-workspace.mjs';

/** `npm run simulate:cells [-- --runs <n> --seed <n>]`: the plan for more than one database, tried with everything failing. */
await runEntry(async () => {
  await prepareWorkspace();
  return runInForeground([
    inProject('packages', 'cells', 'dist', 'simulate-main.js'),
    ...process.argv.slice(2),
  ]);
});
