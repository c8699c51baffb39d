/** Stands for code, so that it counts as one word of its sentence. */
const CODE = 'CODE';

/**
 * The paragraphs of a document: each list item, heading and cell of a table is one. Without commands, codes and addresses.
 *
 * @param {string} source
 * @returns {{ line: number, text: string, isCell?: boolean }[]}
 */
function paragraphsOf(source) {
  const lines = plain(source).split('\n');
  const found = [];
  let open = null;
  for (const [index, whole] of lines.entries()) {
    const line = whole.replace(/^[\s>]+/, '');
    const begins = /^([-*+]|\d+\.) |^#|^\|/.test(line);
    if (line === '' || begins) open = null;
    if (line === '') continue;
    if (line.startsWith('|'))
      found.push(...cellsOf(line).map((text) => ({ line: index + 1, text, isCell: true })));
    else if (open === null) {
      open = { line: index + 1, text: line.replace(/^([-*+]|\d+\.|#+) /, '') };
      found.push(open);
      if (line.startsWith('#')) open = null;
    } else open.text += ` ${line}`;
  }
  return found;
}

const blank = (text) => text.replaceAll(/[^\n]/g, '');

/** Code, comments and addresses are no prose. */
const plain = (source) =>
  source
    .replaceAll(/^[ \t]*```[\s\S]*?^[ \t]*```/gm, blank)
    .replaceAll(/<!--[\s\S]*?-->/g, blank)
    .replaceAll(/`[^`]+`/g, (code) => CODE + blank(code))
    .replaceAll(/(?<=\])\([^)\n]+\)/g, '')
    .replaceAll(/<https?:[^>]+>|https?:\S+/g, CODE);

const cellsOf = (line) =>
  line
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '' && !/^:?-+:?$/.test(cell));

/**
 * The paragraphs of a comment, as it stands in the source without its delimiters. Tags begin a paragraph each.
 *
 * @param {string} comment
 * @returns {string[]}
 */
function paragraphsOfComment(comment) {
  return comment
    .replaceAll(/^[ \t]*\*[ \t]?/gm, '')
    .replaceAll(/^@example[\s\S]*?(?=^@|$(?![\s\S]))/gm, '')
    .split(/\n\s*\n|\n(?=\s*(?:[-*] |\d+\. ))|\s(?=@[a-z]+\b)/)
    .map((text) =>
      text
        .trim()
        .replace(
          /^@(?:param|throws|returns|typedef|property|template)\b\s*(?:\{[^}]*\}+)?(?:\s+\[?[\w.]+\]?(?= ))?/,
          '',
        )
        .replaceAll(/\{@link ([^}]+)\}/g, CODE)
        .replaceAll(/`[^`]+`/g, CODE)
        .replaceAll(/https?:\S+/g, CODE)
        .trim(),
    )
    .filter((text) => text !== '');
}

module.exports = { paragraphsOf, paragraphsOfComment };
