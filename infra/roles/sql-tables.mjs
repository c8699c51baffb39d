/**
 * What a text of SQL does with which table. `lock`: reads its rows `FOR UPDATE` or the like, which asks for a right to
 * change them.
 *
 * @typedef {'select' | 'insert' | 'update' | 'delete' | 'lock' | 'next' | 'call'} Verb `next`: a number of a sequence;
 *   `call`: a function of `FUNCTIONS`
 * @typedef {{ table: string, verb: Verb }} Use
 */

/** Stands where the text has a value or another text put in. */
export const HOLE = '\u0001';

const NAME = String.raw`"?((?:ledger\.)?\w+)"?`;
const FROM = String.raw`\b(?:FROM|JOIN|USING)\s+(?:ONLY\s+|LATERAL\s+)?`;
const ALIAS = String.raw`(?:\s+(?:AS\s+)?(?!(?:WHERE|ON|JOIN|LEFT|CROSS|SET|ORDER|GROUP|LIMIT|FOR|UNION|USING|VALUES)\b)(\w+))?`;
const LOCK = /\bFOR\s+(?:NO\s+KEY\s+UPDATE|UPDATE|KEY\s+SHARE|SHARE)\b(?:\s+OF\s+(\w+(?:\s*,\s*\w+)*))?/g;

/**
 * @param {string} sql with `HOLE`s
 * @param {ReadonlySet<string>} tables names that count as tables
 * @returns {{ uses: Use[], unseen: string | null }} `unseen`: why the rights are not seen, such as a table that is put in from elsewhere
 */
export function tablesOfSql(sql, tables) {
  const found = [
    ...[...sql.matchAll(/\bnextval\('(\w+)'\)/g)].map(([, table]) => ({ table, verb: 'next' })),
    ...[...sql.matchAll(/(?<![\w.])(ledger\.\w+|holds_order)\(/g)].map(([, table]) => ({
      table,
      verb: 'call',
    })),
  ];
  const text = sql.replace(/--[^\n]*/g, ' ').replace(/'[^']*'/g, "''");
  let unseen = null;
  const add = (table, ...verbs) => {
    if (tables.has(table)) for (const verb of verbs) found.push({ table, verb });
  };
  for (const [, table] of text.matchAll(new RegExp(`\\bINSERT\\s+INTO\\s+${NAME}`, 'g'))) {
    // What is returned, and what a conflict is looked for in, is read.
    add(
      table,
      'insert',
      ...(/\bRETURNING\b|\bON\s+CONFLICT\b/.test(text) || text.includes(HOLE) ? ['select'] : []),
    );
    if (/\bDO\s+UPDATE\b/.test(text)) add(table, 'update');
  }
  for (const [, table] of text.matchAll(
    new RegExp(`(?<!\\bFOR\\s|\\bKEY\\s|\\bDO\\s)\\bUPDATE\\s+(?:ONLY\\s+)?${NAME}`, 'g'),
  ))
    add(table, 'update', 'select');
  for (const [, table] of text.matchAll(new RegExp(`\\bDELETE\\s+FROM\\s+(?:ONLY\\s+)?${NAME}`, 'g')))
    add(table, 'delete', 'select');
  for (const { table } of sourcesOf(text)) add(table, 'select');
  for (const match of text.matchAll(LOCK)) {
    const sources = sourcesOf(levelBefore(text, match.index)).filter(({ table }) => tables.has(table));
    const meant = match[1]?.split(/\s*,\s*/);
    const locked = sources.filter(
      ({ table, alias }) => !meant || meant.includes(alias) || meant.includes(table),
    );
    if (locked.length === 0) unseen = 'whose rows does this lock?';
    for (const { table } of locked) add(table, 'lock');
  }
  const isPutIn = new RegExp(
    `(?:(?<!FOR\\s|KEY\\s|DO\\s)\\bUPDATE|\\bINTO|\\bDELETE\\s+FROM)\\s+${HOLE}`,
  ).test(text);
  const conflict = /\bDO\s+UPDATE\b/.test(text) && !/\bINSERT\s+INTO\b/.test(text);
  if (isPutIn || conflict) unseen = 'which table does this write?';
  if (/\bLOCK\s+TABLE\b/.test(text))
    unseen = 'no role may lock a whole table, because rights are on columns: take an advisory lock';
  return { uses: found, unseen };
}

/** Tables that are read, with the names they go by; of a list after FROM those with an alias, too. */
function sourcesOf(text) {
  return [
    ...text.matchAll(new RegExp(`${FROM}${NAME}${ALIAS}`, 'g')),
    ...text.matchAll(new RegExp(`,\\s*${NAME}\\s+(?:AS\\s+)?(\\w+)`, 'g')),
    ...text.matchAll(new RegExp(`\\bUPDATE\\s+${NAME}${ALIAS}`, 'g')),
  ].map(([, table, alias]) => ({ table, alias: alias ?? table }));
}

/** The query that a place belongs to, without those in parentheses inside it. */
export function levelBefore(text, end) {
  let depth = 0;
  let level = '';
  for (let at = end - 1; at >= 0; at -= 1) {
    const letter = text[at];
    if (letter === ')') depth += 1;
    else if (letter === '(' && depth === 0) break;
    else if (letter === '(') depth -= 1;
    else if (depth === 0) level = letter + level;
  }
  return level;
}
