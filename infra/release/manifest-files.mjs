import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from '../project.mjs';

const FOLDERS = ['packages', 'services'];
const ALONE = ['.', 'prisma', 'e2e', 'bench', 'adapters/shopify'];

/** @returns {string[]} every package.json of the workspace, from the root; adapters that are islands have separate versions */
export function manifestFiles() {
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(inProject(folder))
      .toSorted()
      .map((name) => join(folder, name)),
  );
  return [...ALONE, ...below]
    .map((folder) => join(folder, 'package.json'))
    .filter((file) => existsSync(inProject(file)));
}
