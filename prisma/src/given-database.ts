import { readFileSync } from 'node:fs';

/** The database that a program of this package works on: DATABASE_URL, or the file that DATABASE_URL_FILE names. */
export function givenDatabase(env: NodeJS.ProcessEnv): { url: string; caFile: string | undefined } {
  const file = env['DATABASE_URL_FILE'];
  const url = env['DATABASE_URL'] || (file && readFileSync(file, 'utf8').trim());
  if (!url) throw new Error('DATABASE_URL: is required (postgres:// URL)');
  return { url, caFile: env['DATABASE_CA_FILE'] || undefined };
}
