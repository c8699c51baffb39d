import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';
import { inProject } from '../project.mjs';

const { sourceFiles } = createRequire(import.meta.url)('./source-files.js');
const { LONGEST } = createRequire(import.meta.url)('./longest-first.js');

/** Where jest looks for tests of rules and storage (`jest.config.js`: `unit` and `real`). */
const FOLDERS = ['packages', 'services', 'prisma', 'infra', 'e2e', 'adapters'];
const NOT_GROUPED = /\.(e2e|trial|adapter)\.test\.ts$/;
const FOLDER = inProject('.hub', 'test-groups');
/** A group ends within about a minute, so that no worker is still busy with one at the end. */
const LARGEST_BYTES = 90_000;

/**
 * Writes one test file for each group of test files that share a folder. Jest loads every module again for each test
 * file; the files of a group share theirs. A file that takes minutes is a group of its own.
 *
 * @returns {string} the folder of the groups
 */
export function writeTestGroups() {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  groupTests(testFiles()).forEach((paths, index) => {
    const name = `${String(index).padStart(3, '0')}.test.js`;
    writeFileSync(join(FOLDER, name), groupText(paths));
  });
  return FOLDER;
}

function testFiles() {
  return FOLDERS.flatMap((folder) => sourceFiles(inProject(folder), { ending: /\.test\.(ts|tsx|js)$/ }))
    .filter((path) => !NOT_GROUPED.test(path))
    .map((path) => ({ path: relative(inProject(), path).split(sep).join('/'), bytes: statSync(path).size }));
}

/**
 * @param {{ path: string, bytes: number }[]} files
 * @returns {string[][]} paths by group: first those that take longest, each alone, then the largest groups
 */
export function groupTests(files) {
  const alone = LONGEST.filter((path) => files.some((file) => file.path === path));
  const others = files.filter(({ path }) => !alone.includes(path));
  const folderOf = ({ path }) => path.split('/').slice(0, 2).join('/');
  const folders = [...new Set(others.map(folderOf))];
  const groups = folders.flatMap((folder) => splitBySize(others.filter((file) => folderOf(file) === folder)));
  const bytes = (group) => group.reduce((sum, file) => sum + file.bytes, 0);
  groups.sort((one, other) => bytes(other) - bytes(one));
  return [...alone.map((path) => [path]), ...groups.map((group) => group.map(({ path }) => path))];
}

function splitBySize(files) {
  const parts = Math.ceil(files.reduce((sum, { bytes }) => sum + bytes, 0) / LARGEST_BYTES);
  const size = Math.ceil(files.length / parts);
  return Array.from({ length: Math.ceil(files.length / size) }, (_, at) =>
    files.slice(at * size, (at + 1) * size),
  );
}

/** A file that cannot be loaded fails by itself: the others of its group run. */
const groupText = (paths) => `const { describe, it } = require('@jest/globals');
${paths
  .map(
    (path) => `describe(${JSON.stringify(path)}, () => {
  try {
    require(${JSON.stringify(inProject(...path.split('/')))});
  } catch (error) {
    it('can be loaded', () => {
      throw error;
    });
  }
});`,
  )
  .join('\n')}
`;

/** Whether a test file of jest's report is a group: its tests then carry the path of their own file as outermost title. */
export const isGroup = (path) => path.startsWith(FOLDER + sep);
