import { HOLE, levelBefore } from './sql-tables.mjs';

/**
 * What statements do with columns of tables. `column`: `*` stands for all of them.
 *
 * @typedef {{ table: string, column: string, how: 'read' | 'change' }} ColumnUse `table`: a `HOLE` stands for every table that
 *   is put into statements
 */

const NAME = String.raw`"?((?:ledger\.)?\w+|${HOLE})"?`;
const NO_ALIAS = String.raw`(?!(?:WHERE|ON|JOIN|LEFT|INNER|CROSS|SET|ORDER|GROUP|LIMIT|FOR|FROM|UNION|USING|VALUES|RETURNING|DO|SELECT|AND|OR|OVERRIDING|TABLESAMPLE|EXCEPT|HAVING|OFFSET)\b)`;
const ALIAS = String.raw`(?:\s+(?:AS\s+)?${NO_ALIAS}"?(\w+)"?)?`;
/** Where a table is named, with the name that it goes by there: after a word, or in a list. */
const SOURCES = [
  new RegExp(
    String.raw`\b(?:FROM|JOIN|USING|INTO|(?<!\bFOR\s|\bKEY\s|\bDO\s)UPDATE)\s+(?:ONLY\s+|LATERAL\s+)?${NAME}${ALIAS}`,
    'g',
  ),
  new RegExp(String.raw`,\s*${NAME}${ALIAS}`, 'g'),
];
const TOKEN = new RegExp(String.raw`(?:"?(\w+|${HOLE})"?\s*\.\s*)?(?:"?([A-Za-z_]\w*)"?|(\*))`, 'g');
/** A whole row is put into a function, such as `to_jsonb(o)`. */
const WHOLE_ROW = /\(\s*(\w+)\s*\)/g;

/**
 * Every column that a statement may read, and those that it changes. Kinder than what it does, never stricter: a name without
 * its table may be of each of the statement's tables.
 *
 * @param {string} sql with `HOLE`s
 * @param {ReadonlyMap<string, import('./schema-tables.mjs').Table>} tables by name
 * @returns {ColumnUse[]}
 */
export function columnsOfSql(sql, tables) {
  const text = sql.replace(/--[^\n]*/g, ' ').replace(/'[^']*'/g, "''");
  const aliases = aliasesOf(text, tables);
  const all = [...new Set([...aliases.values()].flatMap((names) => [...names]))];
  const { rest, changes } = takeTargets(text, tables);
  return [...changes, ...readsOf(rest, { aliases, all, tables })];
}

/** The columns that a text may mean of a table that is put in, or that it is put in for. */
export function namesPutIn(sql, tables) {
  const text = sql.replace(/--[^\n]*/g, ' ').replace(/'[^']*'/g, "''");
  const lists = [...text.matchAll(/\bAS\s+(\w+)\s*\([^()]*\)/g)];
  const own = new Set(lists.map(([, alias]) => alias));
  const { rest } = takeTargets(text, tables);
  return [...rest.replace(/\bAS\s+(?:\w+\s*\([^()]*\)|"?\w+"?)/g, ' ').matchAll(TOKEN)].flatMap(
    ([, qualifier, name]) => (name && !own.has(qualifier) ? [name] : []),
  );
}

const sourcesOf = (text) => SOURCES.flatMap((source) => [...text.matchAll(source)]);

/** By the name that a table goes by. */
function aliasesOf(text, tables) {
  const aliases = new Map();
  const add = (alias, table) => aliases.set(alias, (aliases.get(alias) ?? new Set()).add(table));
  for (const [, table, alias] of sourcesOf(text)) {
    if (!tables.has(table)) continue;
    add(alias ?? table, table);
    add(table, table);
  }
  for (const [, table] of text.matchAll(new RegExp(String.raw`\bINSERT\s+INTO\s+${NAME}`, 'g')))
    if (tables.has(table)) add('excluded', table);
  return aliases;
}

function readsOf(text, { aliases, all, tables }) {
  const reads = [];
  const read = (names, column) => {
    for (const table of names)
      if (column === '*' || tables.get(table).columns.some(({ name }) => name === column))
        reads.push({ table, column, how: 'read' });
  };
  for (const match of text.matchAll(TOKEN)) {
    const [, qualifier, name, star] = match;
    const known =
      qualifier === undefined ? undefined : (aliases.get(qualifier) ?? aliases.get(qualifier.toLowerCase()));
    if (star) {
      if (isCount(text, match)) continue;
      read(qualifier === undefined ? selectedFrom(text, match.index, tables) : (known ?? []), '*');
    } else read(known ?? all, name);
  }
  for (const [, alias] of text.matchAll(WHOLE_ROW)) read(aliases.get(alias) ?? [], '*');
  return reads;
}

/** The tables whose columns `*` stands for: those after `FROM` at its level, or the one that is written. */
function selectedFrom(text, star, tables) {
  const level = [levelAfter(text, star), levelBefore(text, star)];
  const isReturned = /\bRETURNING\s*$/i.test(text.slice(0, star));
  const read = isReturned ? level[1] : level[0];
  return sourcesOf(read).flatMap(([, table]) => (tables.has(table) ? [table] : []));
}

/** What follows in the same query, without what is in parentheses. */
function levelAfter(text, start) {
  let depth = 0;
  let level = '';
  for (const letter of text.slice(start)) {
    if (letter === '(') depth += 1;
    if (depth === 0) level += letter;
    if (letter === ')') depth -= 1;
    if (depth < 0) break;
  }
  return level;
}

/** `count(*)`, or a product. */
function isCount(text, { index, 0: { length } }) {
  const before = text.slice(0, index).trimEnd();
  return (
    !/(?:\b(?:SELECT|RETURNING|DISTINCT)|,|\.)$/i.test(before) &&
    !text.slice(index, index + length).includes('.')
  );
}

/** Takes what is written out of a statement: the columns of an `INSERT`, and those that a `SET` names. */
function takeTargets(text, tables) {
  const changes = [];
  let rest = text.replace(
    new RegExp(
      String.raw`\bINTO\s+${NAME}(?:\s+AS\s+\w+)?\s*\([^()]*\)(?=\s*(?:VALUES|SELECT|OVERRIDING|WITH|${HOLE}))`,
      'g',
    ),
    (_, table) => ` INTO ${table} `,
  );
  for (const { table, from, to } of setsOf(rest, tables)) {
    let list = rest.slice(from, to);
    for (const part of split(list)) {
      const [, names] = /^\s*(?:"?(\w+)"?|\(([^()]*)\))\s*=/.exec(part)
        ? [null, /^\s*\(?([^=()]*)\)?\s*=/.exec(part)[1]]
        : [];
      if (names === undefined || names.includes(HOLE)) {
        changes.push({ table, column: '*', how: 'change' });
        continue;
      }
      for (const name of names.split(','))
        changes.push({ table, column: name.replaceAll('"', '').trim(), how: 'change' });
      list = list.replace(
        part,
        part.replace(/^\s*(?:"?\w+"?|\([^()]*\))\s*=/, (target) => ' '.repeat(target.length)),
      );
    }
    rest = rest.slice(0, from) + list + rest.slice(to);
  }
  return { rest, changes };
}

/** Where each `SET` of an `UPDATE`, or of `ON CONFLICT`, begins and ends. */
function setsOf(text, tables) {
  const inserted = [...text.matchAll(new RegExp(String.raw`\bINTO\s+${NAME}`, 'g'))];
  return [
    ...text.matchAll(
      new RegExp(
        String.raw`(?:\bDO\s+UPDATE|(?<!\bFOR\s|\bKEY\s)\bUPDATE\s+(?:ONLY\s+)?${NAME}${ALIAS})\s+SET\b`,
        'g',
      ),
    ),
  ]
    .map((match) => {
      const from = match.index + match[0].length;
      const table = match[1] ?? inserted.findLast(({ index }) => index < match.index)?.[1];
      return { table, from, to: endOfSet(text, from) };
    })
    .filter(({ table }) => table === HOLE || tables.has(table));
}

function endOfSet(text, from) {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
    if (depth < 0) return at;
    if (
      depth === 0 &&
      /^\b(?:FROM|WHERE|RETURNING)\b/.test(text.slice(at, at + 10)) &&
      /\s|\)/.test(text[at - 1] ?? ' ')
    )
      return at;
  }
  return text.length;
}

function split(list) {
  const parts = [''];
  let depth = 0;
  for (const letter of list) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts;
}
