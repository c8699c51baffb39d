import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailure } from '../failure';
import { PROJECT_ROOT } from '../project-root';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the token of this machine's owner is: what `hub up` writes, and every command reads. */
export function tokenFile(env: Environment): string {
  return env['HUB_TOKEN_FILE'] ?? join(PROJECT_ROOT, '.hub', 'desk-token.json');
}

/** What stands in it: a token, and which desk it is for where the file says so. */
export interface StoredToken {
  token: string;
  desk?: string | undefined;
}

/**
 * Reads a token file: JSON of `token` and `desk`, or the token alone. Null: there is none. Throws `CommandFailure` where
 * others can read it.
 */
export function readTokenFile(file: string): StoredToken | null {
  const mode = modeOf(file);
  if (mode === null) return null;
  if ((mode & 0o077) !== 0) {
    const shown = (mode & 0o777).toString(8);
    throw new CommandFailure([`${file} can be read by others (mode ${shown}): chmod 600 ${file}`], 2);
  }
  const text = readFileSync(file, 'utf8').trim();
  const stored: unknown = text.startsWith('{') ? parsed(text) : { token: text };
  if (typeof stored === 'object' && stored !== null && 'token' in stored && typeof stored.token === 'string')
    return {
      token: stored.token,
      desk: 'desk' in stored && typeof stored.desk === 'string' ? stored.desk : undefined,
    };
  throw new CommandFailure([`${file} holds no token`], 2);
}

function modeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.mode ?? null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
