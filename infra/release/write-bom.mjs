import { readFileSync } from 'node:fs';
import { findPnpm, runPnpm } from '../set-up/pnpm.mjs';

/** What an image is made of: every service, the command, the migrations. */
const PROGRAMS = ['./services/*', '@hub/cli', '@hub/database'];

/**
 * Writes the list of components that run in an installation.
 *
 * @param {string} file CycloneDX, JSON
 * @returns {Promise<{ components: { name: string, group?: string, version: string, purl: string }[] }>} what it says
 */
export async function writeBom(file) {
  const filters = PROGRAMS.flatMap((program) => ['--filter', program]);
  await runPnpm(await findPnpm(), [
    ...filters,
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--prod',
    '--out',
    file,
  ]);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Its name as one depends on it. */
export const nameOf = ({ group, name }) => (group ? `${group}/${name}` : name);
