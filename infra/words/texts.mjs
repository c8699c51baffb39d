import { parseSync } from 'oxc-parser';

/** Attributes whose value names an element or an address, and is read by no person. */
const MARKS = new Set([
  'class',
  'id',
  'href',
  'src',
  'name',
  'type',
  'for',
  'rel',
  'action',
  'method',
  'value',
  'd',
]);
/** Codes, paths and names of members: no space, and no word that begins large. */
const CODE = /^[^A-Z\s]*$|^[^\s]*[/_.:#][^\s]*$/;
/** What stands under these is read by a person, though it be one word. */
const LABELS = new Set(['text', 'title', 'label', 'words', 'means', 'advice', 'submit', 'happens']);

/**
 * What a person may read, and on which line it begins.
 *
 * @typedef {{ line: number, text: string }} Text
 */

/**
 * The texts of a source file: string literals, templates and what stands between elements. Names of modules, types, marks of
 * elements and SQL are none, nor are codes.
 *
 * @param {string} path
 * @param {string} source
 * @returns {Text[]}
 */
export function textsOfSource(path, source) {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  const found = [];
  visit(program, false, (node, isLabel) => {
    const text = textOf(node);
    if (text !== null && (isLabel || !CODE.test(text.trim())))
      found.push({ line: lineAt(source, node.start), text });
  });
  return found;
}

/**
 * The text of a literal; null: it is none. A template is read as a whole, with an ellipsis for each inserted value.
 *
 * @returns {string | null}
 */
export function textOf(node) {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type === 'JSXText') return node.value;
  if (node.type === 'TemplateLiteral')
    return node.quasis.map(({ value }) => value.cooked ?? value.raw).join('…');
  return null;
}

function visit(node, isLabel, see) {
  if (Array.isArray(node)) for (const one of node) visit(one, isLabel, see);
  if (typeof node?.type !== 'string' || isNoText(node)) return;
  see(node, isLabel);
  const below = node.type === 'Property' && LABELS.has(node.key.name);
  for (const value of Object.values(node)) visit(value, below, see);
}

/** Modules, types, marks of elements, members by their name, and SQL, which is written after a tag. */
function isNoText(node) {
  // A prefix that is compared is a code.
  if (node.type === 'CallExpression' && node.callee.property?.name === 'startsWith') return true;
  if (/^Import|^TS(Literal|Union)Type$|^TaggedTemplateExpression$/.test(node.type)) return true;
  return node.type === 'JSXAttribute' && MARKS.has(node.name.name);
}

const lineAt = (source, at) => source.slice(0, at).split('\n').length;
