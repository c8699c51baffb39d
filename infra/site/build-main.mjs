import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { inProject, PROJECT_ROOT } from '../project.mjs';
import { runEntry } from '../run-entry.mjs';
import { installPackages } from '../set-up/install-packages.mjs';
import { step } from '../step.mjs';

/**
 * `npm run docs:build [-- <folder>]`: the documentation as a site, a folder of files that needs no server and no network. Without a
 * folder it is `dist/docs`.
 */
await runEntry(async () => {
  await installPackages();
  const { createGenerator } = await import('./generator.mjs');
  const { writeReferences } = await import('./references.mjs');
  const folder = resolve(process.argv[2] ?? inProject('dist', 'docs'));
  if (!isOfSite(folder)) throw new Error(`cannot build into ${folder}: it holds other files`);
  rmSync(folder, { recursive: true, force: true });
  await step('Site: pages and search', async (note) => {
    const generator = await createGenerator({ output: folder });
    await generator.write();
    note(relative(PROJECT_ROOT, folder));
  });
  await step('Site: pages of the contract’s documents', () => writeReferences(folder));
});

/** Everything in the folder is removed: it must be new, empty or a site built before. */
function isOfSite(folder) {
  return (
    !existsSync(folder) ||
    readdirSync(folder).length === 0 ||
    existsSync(join(folder, 'assets', 'search-entries.js'))
  );
}
