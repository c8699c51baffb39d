import { relative } from 'node:path';
import { PROJECT_ROOT } from '../project.mjs';
import { columnsOfCalls } from './client-columns.mjs';
import { reachedFrom } from './reached.mjs';
import { columnsOfSql, namesPutIn } from './sql-columns.mjs';
import { HOLE } from './sql-tables.mjs';
import { LOOKS_LIKE_SQL, textsOf } from './table-uses.mjs';

/**
 * What a program reads and changes, column by column, and in which files.
 *
 * @typedef {{ reads: Map<string, Set<string>>, changes: Map<string, Set<string>> }} ColumnsOfTable files by column
 */

/**
 * @param {string} main
 * @param {import('./schema-tables.mjs').Table[]} tables
 * @param {Record<string, import('./sql-columns.mjs').ColumnUse[]>} declared by file, what its text does not show
 * @returns {Map<string, ColumnsOfTable>} by table
 */
export function columnUses(main, tables, declared) {
  const byName = new Map(tables.map((table) => [table.table, table]));
  const uses = new Map(tables.map(({ table }) => [table, { reads: new Map(), changes: new Map() }]));
  const guarded = guardedNames(tables);
  const putIn = new Set();
  const changedWherePutIn = [];
  const add = ({ table, column, how }, path) => {
    const found = how === 'read' ? uses.get(table).reads : uses.get(table).changes;
    for (const { name } of byName.get(table).columns)
      if (column === '*' || column === name) found.set(name, (found.get(name) ?? new Set()).add(path));
  };
  for (const { module, unit } of reachedFrom(main)) {
    const path = relative(PROJECT_ROOT, module.path);
    for (const use of [...columnsOfCalls({ module, unit }, tables), ...(declared[path] ?? [])])
      add(use, path);
    for (const { text, tagged } of textsOf(unit.node)) {
      const [, named] = (tagged && /^\s*"?(\w+)"?\s*$/.exec(text)) || [];
      if (byName.has(named)) putIn.add(named);
      const found = usesOfText(text, { tagged, byName, guarded }).map((use) => ({ ...use, path }));
      changedWherePutIn.push(...found.filter(({ table }) => table === HOLE));
      for (const use of found.filter(({ table }) => table !== HOLE)) add(use, path);
    }
  }
  for (const table of putIn) for (const { path, ...use } of changedWherePutIn) add({ ...use, table }, path);
  return uses;
}

/** A fragment, or a statement that has one put in, may mean a column of a table that it does not name. */
function usesOfText(text, { tagged, byName, guarded }) {
  const isStatement = LOOKS_LIKE_SQL.test(text);
  const seen = isStatement ? columnsOfSql(text, byName) : [];
  if (!tagged || (isStatement && !text.includes(HOLE))) return seen;
  const isSeen = (name) => seen.some(({ column }) => column === name || column === '*');
  const meant = namesPutIn(text, byName)
    .filter((column) => !isSeen(column))
    .flatMap((column) => (guarded.get(column) ?? []).map((table) => ({ table, column, how: 'read' })));
  return [...seen, ...meant];
}

/** The tables that have a guarded column, by its name. */
function guardedNames(tables) {
  const names = new Map();
  for (const { table, columns } of tables)
    for (const { name, guards } of columns)
      if (guards !== null) names.set(name, [...(names.get(name) ?? []), table]);
  return names;
}
