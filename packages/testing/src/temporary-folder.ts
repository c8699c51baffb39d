import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for the files of one test: whoever makes it removes it (`afterAll(() => folder.remove())`). */
export interface TemporaryFolder {
  path: string;
  /** The path of a file in it. */
  file(name: string): string;
  remove(): void;
}

/** @param purpose what the folder's name says after `hub-`, for whoever finds it left behind by a killed run */
export function temporaryFolder(purpose: string): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), `hub-${purpose}-`));
  return {
    path,
    file: (name) => join(path, name),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
