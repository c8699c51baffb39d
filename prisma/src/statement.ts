import { createHash } from 'node:crypto';
import { types, TypeOverrides, type QueryConfig } from 'pg';

const parsers = new TypeOverrides();
parsers.setTypeParser(types.builtins.INT8, BigInt);

const named = new Map<string, QueryConfig>();
const MOST = 2_000;

/**
 * A prepared statement's name, derived from its text: any process that prepares under this name prepares the same text,
 * so that no session shared by a pooler can run other SQL under it. Each connection keeps those it has run. The code
 * bounds the number of distinct statements; beyond that they are not kept: the empty name.
 */
export function statementName(text: string): string {
  return namedStatement(text).name ?? '';
}

/** What the driver gets of a statement besides its values; prepared under its name, if it may have one. */
export function namedStatement(text: string): QueryConfig {
  const known = named.get(text);
  if (known !== undefined) return known;
  if (named.size >= MOST) return plainStatement(text);
  const name = `hub_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
  const statement = configOf({ text, name });
  named.set(text, statement);
  return statement;
}

/** The same without a name. */
export function plainStatement(text: string): QueryConfig {
  return configOf({ text });
}

/**
 * The driver copies what it is given, property by property, which for four of them takes longer than all else that it
 * does to begin a statement; it does not copy what is inherited.
 */
function configOf(statement: { text: string; name?: string }): QueryConfig {
  return Object.create({ ...statement, types: parsers, queryMode: 'extended' });
}
