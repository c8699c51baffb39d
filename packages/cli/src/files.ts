import { readFileSync } from 'node:fs';
import { CommandFailure } from './failure';

/** Reads a file named by the user. Throws `CommandFailure` with its path where it cannot be read. */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = codeOf(error);
    throw new CommandFailure([
      code === 'ENOENT' ? `there is no file ${file}` : `${file} cannot be read (${code})`,
    ]);
  }
}

/** The JSON that a file holds. Throws `CommandFailure`. */
export function readJson(file: string): unknown {
  const text = readText(file);
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandFailure([`${file}: the file holds no JSON`]);
  }
}

/** The system's code of an error, such as `ENOENT`. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown';
}
