import { runEntry } from './run-entry.mjs';
import { runTrial } from './set-up/run-trial.mjs';

/** `npm run killed-store [-- <rounds>]`: a store made with the kit is killed on each line of its sender. */
await runEntry(() => runTrial('killed-store'));
