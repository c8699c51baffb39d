/** Any that is nobody's: only what stays on it is ours. */
const HERE = 'http://desk.invalid';

/** Where to go on after sign-in: a path of this desk, or its first page for whatever is not clearly one. Pure. */
export function ownPath(text: unknown): string {
  if (typeof text !== 'string' || !text.startsWith('/') || !URL.canParse(text, HERE)) return '/';
  const { origin, pathname, search, hash } = new URL(text, HERE);
  // Read as a browser reads it: `/.//evil.example` has become `//evil.example` by now.
  if (origin !== HERE || pathname.startsWith('//')) return '/';
  return `${pathname}${search}${hash}`;
}
