import { createHash } from 'node:crypto';

const names = new Map<string, string>();
const MOST = 2_000;

/**
 * A prepared statement's name, derived from its text: any process that prepares under this name prepares the same text,
 * so that no session shared by a pooler can run other SQL under it. Each connection keeps those it has run. The code
 * bounds the number of distinct statements; beyond that they are not kept: the empty name.
 */
export function statementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MOST) return '';
  const name = `hub_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
  names.set(text, name);
  return name;
}
