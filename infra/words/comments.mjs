import { parseSync } from 'oxc-parser';

/**
 * The comments of a source file, without their delimiters. Comments of a line each that follow one another are one.
 *
 * @param {string} path
 * @param {string} source
 * @returns {{ line: number, text: string }[]}
 */
export function commentsOf(path, source) {
  const { comments, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  const found = [];
  for (const { type, value, start, end } of comments) {
    const last = found.at(-1);
    const line = lineAt(source, start);
    if (type === 'Line' && last?.type === 'Line' && /^[ \t]*\n[ \t]*$/.test(source.slice(last.end, start))) {
      last.text += `\n${value}`;
      last.end = end;
    } else found.push({ type, line, text: value, end });
  }
  return found.map(({ line, text }) => ({ line, text }));
}

const lineAt = (source, at) => source.slice(0, at).split('\n').length;
