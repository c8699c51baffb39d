import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from '../project.mjs';

/** Storage tests, journeys and long trials. */
const NO_UNIT = /\.(db|e2e|trial|adapter)\.test\.ts$/;

/**
 * The unit tests in folders of the project. One that replaces a whole module is not among them: only Jest itself does that.
 *
 * @param {string[]} folders
 * @returns {string[]} paths from the project's root
 */
export function unitTestsIn(folders) {
  return folders
    .filter((folder) => existsSync(inProject(folder)))
    .flatMap((folder) =>
      readdirSync(inProject(folder), { recursive: true }).map((file) => join(folder, file)),
    )
    .filter((file) => file.endsWith('.test.ts') && !NO_UNIT.test(file))
    .filter((file) => !readFileSync(inProject(file), 'utf8').includes('jest.mock('))
    .sort();
}

function filesIn(folder) {
  return readdirSync(inProject(folder), { recursive: true }).map((file) => join(folder, file));
}
