import { createRequire } from 'node:module';
import { readFileSync, writeFileSync } from 'node:fs';
import { inProject, readManifest } from '../project.mjs';
import { runCommand } from '../run-command.mjs';
import { runEntry } from '../run-entry.mjs';
import { findPnpm, runPnpm } from '../set-up/pnpm.mjs';
import { manifestFiles } from './manifest-files.mjs';
import { renderedAgain, withTags, withVersion } from './set-version.mjs';

const OVERLAY = 'infra/kubernetes/overlays/production/kustomization.yaml';

/**
 * `npm run release:version`: makes the next version of what `.changeset` says, writes CHANGELOG.md, and brings every package, the manifests and the
 * lockfile to that version. Nothing is committed.
 */
await runEntry(async () => {
  const before = readManifest().version;
  await runCommand(inProject('node_modules', '.bin', 'changeset'), ['version']);
  const { version } = readManifest();
  if (version === before) {
    process.stderr.write('.changeset names no change: there is nothing to release\n');
    return 1;
  }
  for (const file of manifestFiles()) rewrite(file, (text) => withVersion(text, version));
  rewrite(OVERLAY, (text) => withTags(text, version));
  renderAgain(version);
  await runPnpm(await findPnpm(), ['install', '--lockfile-only', '--no-frozen-lockfile']);
  process.stdout.write(`${before} -> ${version}\n`);
  return 0;
});

/** As `npm run manifests` would, which needs a program that is not everywhere. */
function renderAgain(version) {
  const { OVERLAYS, renderedFile, sourcesHash } = createRequire(import.meta.url)(
    '../kubernetes/checks/rendered.js',
  );
  const sources = sourcesHash();
  for (const overlay of OVERLAYS) {
    const file = renderedFile(overlay);
    const of = overlay === 'production' ? { version, sources } : { sources };
    writeFileSync(file, renderedAgain(readFileSync(file, 'utf8'), of));
  }
}

function rewrite(file, change) {
  const path = inProject(file);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}
