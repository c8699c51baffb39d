import { prepareVendure } from './adapters/prepare-vendure.mjs';
import { testAdapter } from './adapters/test-adapter.mjs';
import { runEntry } from './run-entry.mjs';

/** `npm run test:vendure`: two real Vendure shops trade through the hub, and one is rehearsed. */
await runEntry(async () => {
  await prepareVendure();
  return testAdapter('vendure');
});
