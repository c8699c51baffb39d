import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from '../project.mjs';

/** Storage tests, journeys and long trials. */
const NO_UNIT = /\.(db|e2e|trial|adapter)\.test\.ts$/;

/**
 * The unit tests of a part. One that replaces a whole module is not among them: only Jest itself does that.
 *
 * @param {{ tests: string[], tooSlow?: string[] }} part folders, or single tests; those that would take too long for each change
 * @returns {string[]} paths from the project's root
 */
export function unitTestsOf({ tests, tooSlow = [] }) {
  return tests
    .filter((place) => existsSync(inProject(place)))
    .flatMap((place) => (place.endsWith('.test.ts') ? [place] : filesIn(place)))
    .filter((file) => file.endsWith('.test.ts') && !NO_UNIT.test(file) && !tooSlow.includes(file))
    .filter((file) => !readFileSync(inProject(file), 'utf8').includes('jest.mock('))
    .sort();
}

function filesIn(folder) {
  return readdirSync(inProject(folder), { recursive: true }).map((file) => join(folder, file));
}
