import { runEntry } from './run-entry.mjs';
import { provideProxy } from './set-up/provide-proxy.mjs';
import { runTrial } from './set-up/run-trial.mjs';

/** `npm run rolling-restart [-- --rounds <n>]`: every copy of every service is replaced under load, behind haproxy. */
await runEntry(async () => {
  await provideProxy();
  return runTrial('rolling-restart');
});
