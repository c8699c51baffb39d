import { createRequire } from 'node:module';
import { readFileSync, writeFileSync } from 'node:fs';
import { inProject } from './project.mjs';
import { runCommand } from './run-command.mjs';
import { runEntry } from './run-entry.mjs';
import { prepareWorkspace } from './set-up/prepare-workspace.mjs';

/**
 * `npm run manifests`: renders the overlays to `infra/kubernetes/rendered` (needs kubectl 1.27 or newer, or kustomize 5)
 * and compares them with the code. `npm run manifests -- <rendered file> …` compares those of an installation.
 */
await runEntry(async () => {
  await prepareWorkspace();
  const load = createRequire(import.meta.url);
  const { manifestFaults } = load('./kubernetes/checks/manifest-faults.js');
  const { readCode } = load('./kubernetes/checks/code-facts.js');
  const { objectsOf, OVERLAYS, renderedFile, sourcesHash } = load('./kubernetes/checks/rendered.js');
  const code = readCode((folder, module) => load(inProject(folder, 'dist', `${module}.js`)));
  const given = process.argv.slice(2);
  if (given.length === 0)
    for (const overlay of OVERLAYS)
      writeFileSync(
        renderedFile(overlay),
        `# Rendered by \`npm run manifests\` from sources ${sourcesHash()}. Do not edit.\n` +
          (await runCommand('kubectl', ['kustomize', `infra/kubernetes/overlays/${overlay}`])),
      );
  let faulty = 0;
  for (const file of given.length > 0 ? given : OVERLAYS.map(renderedFile)) {
    const faults = manifestFaults(objectsOf(readFileSync(file, 'utf8')), code);
    faulty += faults.length;
    for (const fault of faults) process.stdout.write(`${file}: ${fault}\n`);
    if (faults.length === 0) process.stdout.write(`${file}: fits the code\n`);
  }
  return faulty === 0 ? 0 : 1;
});
