const names = new Map<string, string>();
const MOST = 2_000;

/**
 * A prepared statement's name; each connection keeps those it has run. The number of distinct statements is bounded by
 * the code; what exceeds that is not kept: the empty name.
 */
export function statementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MOST) return '';
  const name = `s${names.size + 1}`;
  names.set(text, name);
  return name;
}
