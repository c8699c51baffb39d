import { inProject } from './project.mjs';
import { runEntry } from './run-entry.mjs';
import { runOnServices } from './set-up/run-trial.mjs';

/** `npm run drill:restore [-- <seed>]`: sets up what is missing, and restores a database while its stores have traded on. */
await runEntry(() => runOnServices(inProject('e2e', 'dist', 'restore', 'main.js')));
