import { readdirSync, readFileSync } from 'node:fs';
import { inProject } from '../project.mjs';

/**
 * A column. `guards`: why a role needs a reason to read it, by the mark above it in the schema; null: it is read with its
 * table. `isKey`: the client reads it in every call (an id, a unique value, one end of a relation). `isTimed`: the client
 * sets it in every change.
 *
 * @typedef {'personal' | 'secret' | 'price' | 'address'} Guard
 * @typedef {{ name: string, field: string, guards: Guard | null, isKey: boolean, isTimed: boolean }} Column
 */

/**
 * A table: what the client calls its model, its key's first column, its columns, the relations that a call of the client may
 * follow to other tables, and the sequences that its new rows take numbers from.
 *
 * @typedef {{ table: string, model: string, key: string, columns: Column[], relations: Record<string, string>, sequences:
 *   string[] }} Table
 */

const plain = (table, key) => ({ table, model: '', key, columns: [], relations: {}, sequences: [] });
/** What the client's schema does not name: the list of migrations, which every process reads, and some partitions. */
const OTHERS = [
  plain('_prisma_migrations', 'id'),
  plain('ledger.event_ledger_kept', 'shop_id'),
  plain('ledger.routing_decision_other', 'id'),
];
/** What statements call, with the types of its arguments: it runs with the rights of who migrates. */
export const FUNCTIONS = {
  'ledger.add_day': 'date',
  'ledger.drop_day': 'date',
  'ledger.add_decision_month': 'date',
  'ledger.drop_decisions': 'text',
  holds_order: '',
};
const MARK = /^\/\/\/ @(personal|secret|price|address)\b/;
const FIELD = /^ {2}(\w+)\s+(\w+)[?[\]]*(.*)$/;

/** @returns {Table[]} every table of the schema */
export function schemaTables() {
  const folder = inProject('prisma', 'schema');
  const models = readdirSync(folder)
    .filter((file) => file.endsWith('.prisma'))
    .flatMap((file) => [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/^model (\w+) \{(.*?)^\}/gms)])
    .map(([, name, body]) => ({ name, body, table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? name }));
  const tableOf = new Map(models.map(({ name, table }) => [name, table]));
  return [...models.map((model) => describe(model, tableOf)), ...OTHERS];
}

function describe({ name, body, table }, tableOf) {
  const fields = fieldsOf(body);
  const keyField = /@@id\(\[(\w+)/.exec(body)?.[1] ?? fields.find(({ rest }) => / @id\b/.test(rest))?.field;
  const key = fields.find(({ field }) => field === keyField)?.column;
  if (!key) throw new Error(`${name}: no key is found in its model`);
  const keys = keysIn(body);
  return {
    table,
    model: name[0].toLowerCase() + name.slice(1),
    key,
    columns: fields
      .filter(({ type }) => !tableOf.has(type))
      .map(({ field, column, rest, guards }) => ({
        name: column,
        field,
        guards,
        isKey: guards === null && (keys.has(field) || / @(?:id|unique)\b/.test(rest)),
        isTimed: rest.includes('@updatedAt'),
      })),
    relations: Object.fromEntries(
      fields.filter(({ type }) => tableOf.has(type)).map(({ field, type }) => [field, tableOf.get(type)]),
    ),
    sequences: fields.flatMap(({ column, rest }) =>
      rest.includes('autoincrement()')
        ? [`${table}_${column}_seq`]
        : [...rest.matchAll(/nextval\('(\w+)'/g)].map(([, sequence]) => sequence),
    ),
  };
}

function fieldsOf(body) {
  let guards = null;
  const fields = [];
  for (const line of body.split('\n')) {
    guards = MARK.exec(line.trim())?.[1] ?? guards;
    const [, field, type, rest] = FIELD.exec(line) ?? [];
    if (!field) continue;
    fields.push({ field, type, rest, guards, column: /@map\("(\w+)"\)/.exec(rest)?.[1] ?? field });
    guards = null;
  }
  return fields;
}

/** Fields of ids, unique values and relations. */
function keysIn(body) {
  const lists = [...body.matchAll(/(?:@@id|@@unique|fields: )\(?\[([\w, ]+)\]/g)];
  return new Set(lists.flatMap(([, list]) => list.split(/,\s*/)));
}
