import { randomUUID } from 'node:crypto';
import { z } from 'zod';

const Node = z.looseObject({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Index Cond': z.string().optional(),
  get Plans() {
    return z.array(Node).optional();
  },
});
type Node = z.output<typeof Node>;
const Explained = z.array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: Node })) }));

/**
 * Full scans in a statement's plan, as planned for any parameters; none: everything is read by a key.
 * @param ask runs SQL in a session of the services' settings
 * @param whole indexes that may be read entirely
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
  return Explained.parse(rows).flatMap(({ 'QUERY PLAN': plans }) =>
    plans.flatMap(({ Plan }) => faultsOf(Plan, whole)),
  );
}

function faultsOf(node: Node, whole: ReadonlySet<string>): string[] {
  const { 'Node Type': type, 'Relation Name': relation, 'Index Name': index } = node;
  const below = (node.Plans ?? []).flatMap((one) => faultsOf(one, whole));
  if (type === 'Seq Scan') return [`all of ${relation ?? '?'}`, ...below];
  const isIndexRead = type.includes('Index');
  if (isIndexRead && node['Index Cond'] === undefined && !whole.has(index ?? ''))
    return [`all of ${index ?? '?'}`, ...below];
  return below;
}
