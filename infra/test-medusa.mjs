import { provideIsland } from './adapters/island.mjs';
import { testAdapter } from './adapters/test-adapter.mjs';
import { runEntry } from './run-entry.mjs';
import { prepareWorkspace } from './set-up/prepare-workspace.mjs';

/** `npm run test:medusa`: two real Medusa shops trade through the hub, and one is rehearsed. */
await runEntry(async () => {
  await prepareWorkspace();
  await provideIsland('medusa');
  return testAdapter('medusa');
});
