import { randomUUID } from 'node:crypto';
import { z } from 'zod';

const Node = z.looseObject({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Index Cond': z.string().optional(),
  Filter: z.string().optional(),
  get Plans() {
    return z.array(Node).optional();
  },
});
type Node = z.output<typeof Node>;
const Explained = z.array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: Node })) }));

/** A column that is compared with what the statement asks for, among rows that an index gave for less than that. */
const UNUSED_KEY = /(\w+) = \(?(?:\w+\.\w+|\$\d)/;
const UniqueIndex = z.object({ name: z.string(), columns: z.array(z.string()) });

/** What is allowed, and known, of indexes. */
interface Indexes {
  /** May be read entirely, or for less than their key. */
  whole: ReadonlySet<string>;
  /** The columns of unique ones. */
  unique: ReadonlyMap<string, readonly string[]>;
}

/**
 * Full scans in a statement's plan, as planned for any parameters, and reads by a part of the key; none: everything is
 * read by its key. A plan made while tables are empty must be free of them too: it is kept while they fill, and there
 * all indexes cost the same.
 * @param ask runs SQL in a session of the services' settings
 * @param whole indexes that may be read entirely, or for less than their key
 */
export async function planFaults(
  ask: (text: string) => Promise<unknown>,
  text: string,
  whole: ReadonlySet<string> = new Set(),
): Promise<string[]> {
  const name = `p${randomUUID().replaceAll('-', '')}`;
  await ask(`PREPARE ${name} AS ${text}`);
  const most = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  const values = Array.from({ length: most }, () => 'NULL').join(', ');
  const rows = await ask(`EXPLAIN (FORMAT JSON) EXECUTE ${name}${most === 0 ? '' : `(${values})`}`);
  const indexes = { whole, unique: await uniqueIndexes(ask) };
  return Explained.parse(rows).flatMap(({ 'QUERY PLAN': plans }) =>
    plans.flatMap(({ Plan }) => faultsOf(Plan, indexes)),
  );
}

async function uniqueIndexes(ask: (text: string) => Promise<unknown>): Promise<Indexes['unique']> {
  const found = await ask(`
    SELECT c.relname::text AS name, array_agg(a.attname::text) AS columns
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    JOIN pg_attribute a ON a.attrelid = i.indexrelid
    WHERE i.indisunique AND i.indpred IS NULL GROUP BY c.relname`);
  return new Map(
    z
      .array(UniqueIndex)
      .parse(found)
      .map(({ name, columns }) => [name, columns]),
  );
}

function faultsOf(node: Node, indexes: Indexes): string[] {
  const below = (node.Plans ?? []).flatMap((one) => faultsOf(one, indexes));
  const fault = faultOf(node, indexes);
  return fault === null ? below : [fault, ...below];
}

function faultOf(node: Node, { whole, unique }: Indexes): string | null {
  const {
    'Node Type': type,
    'Relation Name': relation,
    'Index Name': index = '?',
    'Index Cond': cond,
  } = node;
  if (type === 'Seq Scan') return `all of ${relation ?? '?'}`;
  if (!type.includes('Index') || whole.has(index)) return null;
  if (cond === undefined) return `all of ${index}`;
  const isKeyRead = unique.get(index)?.every((column) => cond.includes(`(${column} = `)) ?? false;
  const [, unused] = UNUSED_KEY.exec(node.Filter ?? '') ?? [];
  return isKeyRead || unused === undefined ? null : `${index}, and each row for its ${unused}`;
}
