import { readdirSync, readFileSync } from 'node:fs';
import { inProject } from '../project.mjs';

/**
 * A table: what the client calls its model, its key's first column, the relations that a call of the client may follow to
 * other tables, and the sequences that its new rows take numbers from.
 *
 * @typedef {{ table: string, model: string, key: string, relations: Record<string, string>, sequences: string[] }} Table
 */

const plain = (table, key) => ({ table, model: '', key, relations: {}, sequences: [] });
/** What the client's schema does not name: the list of migrations, which every process reads, and some tables of the ledger. */
const OTHERS = [plain('_prisma_migrations', 'id'), plain('ledger.event_ledger_kept', 'shop_id')];

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
  const fields = [...body.matchAll(/^ {2}(\w+)\s+(\w+)[?[\]]*(.*)$/gm)].map(([, field, type, rest]) => ({
    field,
    type,
    rest,
    column: /@map\("(\w+)"\)/.exec(rest)?.[1] ?? field,
  }));
  const keyField = /@@id\(\[(\w+)/.exec(body)?.[1] ?? fields.find(({ rest }) => / @id\b/.test(rest))?.field;
  const key = fields.find(({ field }) => field === keyField)?.column;
  if (!key) throw new Error(`${name}: no key is found in its model`);
  return {
    table,
    model: name[0].toLowerCase() + name.slice(1),
    key,
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
