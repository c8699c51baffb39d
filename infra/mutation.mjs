import { parseArgs } from 'node:util';
import { judge } from './mutation/judge.js';
import { PARTS } from './mutation/parts.js';
import { runStryker } from './mutation/run-stryker.mjs';
import { runEntry } from './run-entry.mjs';
import { prepareWorkspace } from './set-up/prepare-workspace.mjs';

/**
 * `npm run mutation [-- <part> …]`: changes the rules' code in small ways, one at a time, and runs the unit tests of each part
 * (`mutation/parts.js`); a change that no test notices is printed. Ends with 1 where fewer are noticed than the part's floor.
 */
await runEntry(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  if (positionals.some((name) => !PARTS.some((part) => part.name === name)))
    throw new Error(`no such part; the parts are ${PARTS.map(({ name }) => name).join(', ')}`);
  await prepareWorkspace();
  let belowFloor = 0;
  for (const part of PARTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name)))
    if (!print(part, judge(await runStryker(part)))) belowFloor += 1;
  return belowFloor === 0 ? 0 : 1;
});

function print({ name, floor }, { share, counted, equal, unnoticed }) {
  for (const { path, at, line, kind, to } of unnoticed)
    console.log(`  ${path}:${at} ${kind}\n    ${line}\n    → ${to}`);
  console.log(
    `${name}: ${share.toFixed(1)} % of ${counted} changes noticed (at least ${floor}), ${equal} alter nothing`,
  );
  return share >= floor;
}
