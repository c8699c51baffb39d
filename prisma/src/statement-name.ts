import { createHash } from 'node:crypto';

const names = new Map<string, string>();
const MOST = 2_000;

/**
 * A prepared statement's name, by its content: whoever prepares under this name, in whatever process, prepares this
 * very text, so that no session a pooler hands round can run another's SQL under it. Each connection keeps those it has
 * run. The number of distinct statements is bounded by the code; what exceeds that is not kept: the empty name.
 */
export function statementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MOST) return '';
  const name = `hub_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
  names.set(text, name);
  return name;
}
