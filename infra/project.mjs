import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project: everything in infra/ works from here, whatever the current folder is. */
export const PROJECT_ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Whatever set-up makes and keeps; ignored by git, removed to start over. */
export const STATE_FOLDER = join(PROJECT_ROOT, '.hub');

/** A path inside the project. */
export const inProject = (...parts) => join(PROJECT_ROOT, ...parts);

/** The root package.json, parsed. */
export const readManifest = () => JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
