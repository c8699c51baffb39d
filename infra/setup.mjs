import { runEntry } from './run-entry.mjs';
import { prepareRun } from './set-up/prepare-run.mjs';

/** `npm run setup`: makes the machine ready for `npm start`; nothing keeps running afterwards. */
await runEntry(async () => {
  const { release } = await prepareRun();
  await release();
});
