import { parseArgs } from 'node:util';
import { PARTS } from './mutation/parts.mjs';
import { report } from './mutation/report.mjs';
import { runStryker } from './mutation/run-stryker.mjs';
import { runEntry } from './run-entry.mjs';
import { prepareWorkspace } from './set-up/prepare-workspace.mjs';

/**
 * `npm run mutation [-- <part> …]`: changes the rules' code in small ways, one at a time, and runs the unit tests of each part
 * (`mutation/parts.mjs`); a change that no test notices is printed. Ends with 1 where fewer are noticed than the part's floor.
 */
await runEntry(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const unknown = positionals.filter((name) => !PARTS.some((part) => part.name === name));
  if (unknown.length > 0)
    throw new Error(`no such part; one of: ${PARTS.map(({ name }) => name).join(', ')}`);
  await prepareWorkspace();
  let belowFloor = 0;
  for (const part of PARTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name)))
    if (!report(part, await runStryker(part))) belowFloor += 1;
  return belowFloor === 0 ? 0 : 1;
});
