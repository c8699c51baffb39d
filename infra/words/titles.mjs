import { parseSync } from 'oxc-parser';
import { textOf } from './texts.mjs';

const TITLED = new Set(['describe', 'it', 'test']);

/**
 * The titles of a file's tests: of `it`, `test` and `describe`, also of their `each`, `failing` and `skip`.
 *
 * @param {string} path
 * @param {string} source
 * @returns {import('./texts.mjs').Text[]}
 */
export function titlesOfTests(path, source) {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  const found = [];
  visit(program, (call) => {
    const [title] = call.arguments;
    const text = title && isTest(call.callee) ? textOf(title) : null;
    if (text !== null) found.push({ line: source.slice(0, title.start).split('\n').length, text });
  });
  return found;
}

/** `it`, `it.each(table)` and the like. */
function isTest(callee) {
  if (callee.type === 'Identifier') return TITLED.has(callee.name);
  if (callee.type === 'MemberExpression') return isTest(callee.object);
  return callee.type === 'CallExpression' && isTest(callee.callee);
}

function visit(node, see) {
  if (Array.isArray(node)) for (const one of node) visit(one, see);
  if (typeof node?.type !== 'string') return;
  if (node.type === 'CallExpression') see(node);
  for (const value of Object.values(node)) visit(value, see);
}
