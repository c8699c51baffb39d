import { parseUrl } from '@hub/contract';

/** A placeholder origin: only a path that stays on it is ours. */
const HERE = 'http://desk.invalid';
/** A browser that is not signed in keeps it in a cookie. */
const LONGEST_PATH = 2_000;

/** Where to go after sign-in: a path of this desk, or its first page if the input is not clearly one. */
export function ownPath(text: unknown): string {
  const read = typeof text === 'string' && text.startsWith('/') ? parseUrl(text, HERE) : null;
  // Read as a browser reads it: `/.//evil.example` has become `//evil.example` by now.
  if (read === null || read.origin !== HERE || read.pathname.startsWith('//')) return '/';
  const path = `${read.pathname}${read.search}${read.hash}`;
  return path.length > LONGEST_PATH ? '/' : path;
}
