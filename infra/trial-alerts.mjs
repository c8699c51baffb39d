import { runEntry } from './run-entry.mjs';
import { provideMonitoring } from './set-up/provide-prometheus.mjs';
import { runTrial } from './set-up/run-trial.mjs';

/** `npm run trial:alerts [-- --only <words of a fault>]`: a real Prometheus and Alertmanager watch a hub while faults are injected. */
await runEntry(async () => {
  await provideMonitoring();
  return runTrial('alerts');
});
