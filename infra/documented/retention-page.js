const { markdownTable } = require('./markdown-table');

const HEAD = ['Table', 'Grows by', 'Bytes a row'];

/**
 * `docs/operators/retention.md`, from the tables' definitions.
 *
 * @param {(folder: string, module: string) => Record<string, any>} load a module of a package of the workspace
 * @returns {string}
 */
exports.retentionPage = (load) => {
  const { STORED_TABLES } = load('services/support', 'retention/tables/index');
  const tables = Object.entries(STORED_TABLES).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const grown = ([name, { grows, rows = 1, bytes }]) => [
    `\`${name}\``,
    rows === 1 ? grows : `${grows} × ${rows}`,
    bytes === undefined ? '' : String(bytes),
  ];
  const permanent = tables.filter(([, table]) => 'why' in table);
  const bySize = tables.filter(([, { grows, rules }]) => grows === 'size' && rules === undefined);
  const removed = tables.filter((one) => !permanent.includes(one) && !bySize.includes(one));
  return [
    '# What is stored, and for how long',
    '',
    '<!-- Written by `npm run docs` from services/support/src/retention/tables: change it there. -->',
    '',
    'Every table of the database, what adds rows to it, and what removes them (D30). "× 0.01" is one row for a hundred of these.',
    'Bytes: the approximate size of one row with its indexes; a table without a figure stays small.',
    'How many gigabytes that makes: [capacity](capacity.md#storage). A rule of retention runs in support every minute. `hub_retention_rows_total` counts the rows that it deleted or blanked. Days and months that are dropped whole are only logged.',
    '',
    '## Kept permanently',
    '',
    markdownTable(
      [...HEAD, 'Why'],
      permanent.map((one) => [...grown(one), one[1].why]),
    ),
    '',
    '## Kept for a time',
    '',
    markdownTable(
      [...HEAD, 'Kept', 'Removed by'],
      removed.map((one) => [...grown(one), one[1].kept, removedBy(one[1])]),
    ),
    '',
    '## As large as the network',
    '',
    'These do not grow with time: they have rows for shops, articles, processes and people.',
    '',
    markdownTable(
      ['Table', 'Removed by'],
      bySize.map(([name, table]) => [`\`${name}\``, removedBy(table)]),
    ),
    '',
  ].join('\n');
};

function removedBy({ rules, removedBy: by }) {
  if (rules === undefined) return by;
  return `${rules.length === 1 ? 'rule' : 'rules'} ${rules.map((rule) => `\`${rule}\``).join(', ')}`;
}
