import { runEntry } from './run-entry.mjs';
import { runTrial } from './set-up/run-trial.mjs';

/** `npm run fuzz [-- --requests <n> --seed <n> --seconds <n>]`: hostile requests at the ingress of a whole system, then stores that answer hostile things. */
await runEntry(() => runTrial('fuzz'));
