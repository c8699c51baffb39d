import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inProject, readManifest } from '../project.mjs';
import { runEntry } from '../run-entry.mjs';
import { bomFaults } from './bom-faults.mjs';
import { writeBom } from './write-bom.mjs';

/** Seen there, the list would be of more than what runs. */
const TOOLS = ['jest', 'typescript', 'oxfmt', 'playwright-core'];

/**
 * `npm run sbom [-- <file>]`: writes the list of components that run in an installation, with version, licence and hash of each. Exit 1 where it lacks
 * something that a service depends on, or names what only tests it.
 */
await runEntry(async () => {
  const { name, version } = readManifest();
  const file = resolve(process.argv[2] ?? `${name}-${version}.cdx.json`);
  const bom = await writeBom(file);
  const faults = bomFaults(bom, { needed: runtimeDependencies(), tools: TOOLS });
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.stdout.write(`${file}: ${bom.components.length} parts\n`);
  return faults.length > 0 ? 1 : 0;
});

/** Of the services, as their own package.json names them. */
function runtimeDependencies() {
  const services = inProject('services');
  const named = readdirSync(services).flatMap((service) =>
    Object.keys(JSON.parse(readFileSync(join(services, service, 'package.json'), 'utf8')).dependencies ?? {}),
  );
  return [...new Set(named)];
}
