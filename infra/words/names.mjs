import { parseSync } from 'oxc-parser';

const NAMED = new Set(['Identifier', 'JSXIdentifier', 'PrivateIdentifier']);

/**
 * The names in a source file, each with the line where it stands first: of variables, members and types, and the aliases
 * in its SQL. Texts and quoted keys are none: those are often public.
 *
 * @param {string} path
 * @param {string} source
 * @returns {{ line: number, name: string }[]}
 */
export function namesOfSource(path, source) {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  const first = new Map();
  visit(program, (name, at) => first.set(name, Math.min(at, first.get(name) ?? at)));
  return [...first].map(([name, at]) => ({ name, line: source.slice(0, at).split('\n').length }));
}

function visit(node, see) {
  if (Array.isArray(node)) for (const one of node) visit(one, see);
  if (typeof node?.type !== 'string') return;
  if (NAMED.has(node.type)) see(node.name, node.start);
  if (node.type === 'TaggedTemplateExpression') seeAliases(node.quasi.quasis, see);
  for (const value of Object.values(node)) if (typeof value === 'object') visit(value, see);
}

/** Both of `AS "variantId"` and of `wanted AS MATERIALIZED (`. */
function seeAliases(quasis, see) {
  for (const { value, start } of quasis)
    for (const [, name, before] of value.raw.matchAll(
      /\bAS "?([a-z]\w*)|\b([a-z]\w*) AS (?:MATERIALIZED )?\(/g,
    ))
      see(name ?? before, start);
}
