import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { CommandFailure } from '../failure';
import { PROJECT_ROOT } from '../project-root';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the token of this machine's owner is: what `hub up` writes, and every command reads. */
export function tokenFile(env: Environment): string {
  return env['HUB_TOKEN_FILE'] ?? join(PROJECT_ROOT, '.hub', 'desk-token.json');
}

/** Its contents: a token, and its desk if the file names one. */
export interface StoredToken {
  token: string;
  desk?: string | undefined;
  /** Who wrote it: one by `hub up` is for this machine's owner, and rewritten. */
  written_by?: string | undefined;
}

/**
 * Reads a token file: JSON of `token` and `desk`, or only the token. Null: there is none. Throws `CommandFailure` where
 * others can read it.
 */
export function readTokenFile(file: string): StoredToken | null {
  const found = lookAtTokenFile(file);
  if (found === null) return null;
  const { mode, stored } = found;
  if (isExposed(mode)) {
    const shown = (mode & 0o777).toString(8);
    throw new CommandFailure([`${file} can be read by others (mode ${shown}): chmod 600 ${file}`], 2);
  }
  if (stored) return stored;
  throw new CommandFailure([`${file} holds no token`], 2);
}

/** The contents of a token file, even if others can read it; null: there is none. @returns stored null: no token */
export function lookAtTokenFile(file: string): { mode: number; stored: StoredToken | null } | null {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  return mode === undefined ? null : { mode, stored: storedIn(file) };
}

export const isExposed = (mode: number): boolean => (mode & 0o077) !== 0;

function storedIn(file: string): StoredToken | null {
  const text = readFileSync(file, 'utf8').trim();
  const stored: unknown = text.startsWith('{') ? parsed(text) : { token: text };
  const read = Stored.safeParse(stored);
  return read.success ? read.data : null;
}

const Stored = z.object({
  token: z.string().min(1),
  desk: z.string().optional().catch(undefined),
  written_by: z.string().optional().catch(undefined),
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
