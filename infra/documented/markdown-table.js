/** A table, not aligned: generated pages are not formatted. */
exports.markdownTable = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');

const cell = (text) => text.replaceAll('|', String.raw`\|`);
