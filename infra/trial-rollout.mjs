import { runEntry } from './run-entry.mjs';
import { runTrial } from './set-up/run-trial.mjs';

/**
 * `npm run trial:rollout [-- --overlay <name> | --file <rendered manifests>] [--rounds <n>]`: the rollout of rendered manifests, as
 * Kubernetes would go about it, over real processes under load.
 */
await runEntry(() => runTrial('rollout'));
