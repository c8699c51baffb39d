import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inProject } from '../project.mjs';
import { runEntry } from '../run-entry.mjs';
import { findPnpm, runPnpm } from '../set-up/pnpm.mjs';
import { licenceFaults, licencesPage, packagesOf } from './licence-page.mjs';
import { nameOf, writeBom } from './write-bom.mjs';

const PAGE = inProject('docs', 'operators', 'licences.md');

/**
 * `npm run licences [-- --check]`: writes the list of what is shipped and of what only builds and tests it, or compares it. Exit 1 where a licence is
 * not among those that were accepted, or the page is not true any more.
 */
await runEntry(async () => {
  const all = await installed();
  const running = await runningVersions();
  const runs = ({ name, versions }) => versions.some((version) => running.has(`${name} ${version}`));
  const packages = { shipped: all.filter(runs), helpers: all.filter((one) => !runs(one)) };
  const page = licencesPage(packages);
  const faults = licenceFaults(packages);
  if (!process.argv.includes('--check')) writeFileSync(PAGE, page);
  else if (!existsSync(PAGE) || readFileSync(PAGE, 'utf8') !== page)
    faults.push('docs/operators/licences.md is not true any more: run "npm run licences"');
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  return faults.length > 0 ? 1 : 0;
});

/** As pnpm reads it from every package that is installed; without what fits one processor or system alone. */
async function installed() {
  const printed = await runPnpm(await findPnpm(), ['licenses', 'list', '--recursive', '--json']);
  return packagesOf(JSON.parse(printed.slice(printed.indexOf('{'))), isForOneMachine);
}

function isForOneMachine(path) {
  const { os, cpu, libc } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  return Boolean(os ?? cpu ?? libc);
}

async function runningVersions() {
  const folder = mkdtempSync(join(tmpdir(), 'hub-licences-'));
  try {
    const { components } = await writeBom(join(folder, 'bom.json'));
    return new Set(components.map((part) => `${nameOf(part)} ${part.version}`));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
