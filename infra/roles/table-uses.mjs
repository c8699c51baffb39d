import { relative } from 'node:path';
import { PROJECT_ROOT } from '../project.mjs';
import { tablesOfCalls } from './client-tables.mjs';
import { reachedFrom, walk } from './reached.mjs';
import { HOLE, tablesOfSql } from './sql-tables.mjs';

/** Enough to parse it: SQL keywords are written in capitals here. */
export const LOOKS_LIKE_SQL = /\b(?:SELECT|FROM|JOIN|INSERT INTO|UPDATE|DELETE FROM|USING|LOCK TABLE)\s/;

/** A table that is put into statements of one engine for several, which lock its rows and change them. */
const PUT_IN = ['select', 'update'];

/**
 * What a program may do with which tables, by every statement that it can reach.
 *
 * @param {string} main
 * @param {import('./schema-tables.mjs').Table[]} tables
 * @param {Record<string, import('./sql-tables.mjs').Use[]>} declared by file, what its text does not show
 * @returns {Map<string, Set<import('./sql-tables.mjs').Verb>>} by table
 */
export function tableUses(main, tables, declared) {
  const names = new Set(tables.flatMap(({ table, sequences }) => [table, ...sequences]));
  const uses = new Map();
  for (const { module, unit } of reachedFrom(main)) {
    const path = relative(PROJECT_ROOT, module.path);
    const seen = [...tablesOfCalls({ module, unit }, tables), ...(declared[path] ?? [])];
    for (const { text, tagged } of textsOf(unit.node)) {
      const [, putIn] = (tagged && /^\s*"?(\w+)"?\s*$/.exec(text)) || [];
      if (names.has(putIn)) seen.push(...PUT_IN.map((verb) => ({ table: putIn, verb })));
      if (LOOKS_LIKE_SQL.test(text))
        seen.push(...seenIn(text, { names, path, isReported: path in declared }));
    }
    for (const { table, verb } of seen) uses.set(table, (uses.get(table) ?? new Set()).add(verb));
  }
  return uses;
}

function seenIn(text, { names, path, isReported }) {
  const { uses, unseen } = tablesOfSql(text, names);
  if (unseen && !isReported)
    throw new Error(`${path}: ${unseen}; declare it in infra/roles/declared.mjs:\n${text}`);
  return uses;
}

export function textsOf(node) {
  const texts = [];
  walk(node, (one, parent) => {
    if (one.type === 'TemplateLiteral')
      texts.push({
        text: one.quasis.map(({ value }) => value.cooked).join(HOLE),
        tagged: parent?.type === 'TaggedTemplateExpression',
      });
    if (one.type === 'Literal' && typeof one.value === 'string')
      texts.push({ text: one.value, tagged: false });
  });
  return texts;
}
