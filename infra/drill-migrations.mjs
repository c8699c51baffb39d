import { runEntry } from './run-entry.mjs';
import { runTrial } from './set-up/run-trial.mjs';

/** `npm run drill:migrations [-- <part of a name>…]`: migrators are killed on each statement of every migration, and two run at once. */
await runEntry(() => runTrial('migrations'));
