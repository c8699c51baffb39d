import { inProject } from './project.mjs';
import { runEntry } from './run-entry.mjs';
import { runInForeground } from './run-command.mjs';
import { prepareRun } from './set-up/prepare-run.mjs';

const DEMONSTRATION = inProject('packages', 'demo', 'dist', 'main.js');

/**
 * `npm start [-- --once]`: sets up what is missing, then every service with demonstration stores, until
 * Ctrl-C.
 */
await runEntry(async () => {
  const { env, release, registerChild } = await prepareRun();
  try {
    return await runInForeground([DEMONSTRATION, ...process.argv.slice(2)], {
      env: { ...env, ...process.env },
      onStart: registerChild,
    });
  } finally {
    await release();
  }
});
