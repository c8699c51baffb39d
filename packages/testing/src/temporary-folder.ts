import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for the files of one test: its creator removes it (`afterAll(() => folder.remove())`). */
export interface TemporaryFolder {
  path: string;
  /** The path of a file in it. */
  file(name: string): string;
  remove(): void;
}

/** @param purpose the part of the folder's name after `hub-`, to identify leftovers of a killed run */
export function temporaryFolder(purpose: string): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), `hub-${purpose}-`));
  return {
    path,
    file: (name) => join(path, name),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
