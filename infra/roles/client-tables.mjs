import { walk } from './reached.mjs';

const ALL = ['insert', 'update', 'select'];
/** What a call of the client does with the table of its model. */
const VERBS = [
  [/^(find|count$|aggregate$|groupBy$)/, ['select']],
  [/^create/, ['insert', 'select']],
  [/^update/, ['update', 'select']],
  [/^upsert$/, ALL],
  [/^delete/, ['delete', 'select']],
];
const NESTED = {
  create: ['insert', 'select'],
  createMany: ['insert', 'select'],
  connect: ['update', 'select'],
  connectOrCreate: ALL,
  disconnect: ['update', 'select'],
  set: ['update', 'select'],
  update: ['update', 'select'],
  updateMany: ['update', 'select'],
  upsert: ALL,
  delete: ['delete', 'select'],
  deleteMany: ['delete', 'select'],
};
/** Keys under a relation's name that show that a relation is meant, wherever the object is. */
const OF_RELATIONS = new Set([
  'select',
  'include',
  'where',
  'some',
  'none',
  'every',
  'is',
  'isNot',
  'orderBy',
]);

/**
 * What calls of the client in a piece of code do with tables: `tx.shop.update({ … })`, and the relations that it names; also
 * in a separate fragment of a call, whose type or use says which call it belongs to.
 *
 * @param {{ module: import('./modules.mjs').Module, unit: import('./modules.mjs').Unit }} code
 * @param {import('./schema-tables.mjs').Table[]} tables
 * @returns {import('./sql-tables.mjs').Use[]}
 */
export function tablesOfCalls({ module, unit: { node } }, tables) {
  const byModel = new Map(tables.filter(({ model }) => model).map((table) => [table.model, table]));
  const byTable = new Map(tables.map((table) => [table.table, table]));
  const found = [];
  const add = (table, verbs) => found.push(...verbs.map((verb) => ({ table, verb })));

  /** Below a call's argument every name of a relation of its model is one. */
  const readArgument = (table, value) => {
    walk(value, (one, parent) => {
      if (one.type === 'Identifier' && parent?.type === 'Property')
        for (const { names, node: part } of module.units) if (names.includes(one.name)) readPart(table, part);
      if (one.type !== 'Property' || one.computed) return;
      const target = table.relations[keyOf(one)];
      if (!target) return;
      add(target, ['select']);
      for (const key of keysOf(one.value)) if (NESTED[key]) add(target, NESTED[key]);
      readArgument(byTable.get(target), one.value);
    });
  };
  const readPart = (table, part) => {
    if (part.type === 'VariableDeclaration') readArgument(table, part);
  };
  const text = module.text.slice(node.start, node.end);
  for (const [, name] of text.matchAll(/\bPrisma\.([A-Z]\w*?)(?:Include|Select|WhereInput)\b/g)) {
    const table = byModel.get(name[0].toLowerCase() + name.slice(1));
    if (table) readArgument(table, node);
  }
  walk(node, (one) => {
    if (one.type === 'CallExpression') {
      const call = callOf(one, byModel);
      if (!call) return;
      add(call.table.table, call.verbs);
      for (const argument of one.arguments) readArgument(call.table, argument);
    }
    if (one.type === 'Property' && keysOf(one.value).some((key) => OF_RELATIONS.has(key)))
      for (const { relations } of tables) if (relations[keyOf(one)]) add(relations[keyOf(one)], ['select']);
  });
  return found;
}

function callOf({ callee }, byModel) {
  if (callee.type !== 'MemberExpression' || callee.computed || callee.object.type !== 'MemberExpression')
    return null;
  const table = byModel.get(callee.object.property.name);
  const verbs = VERBS.find(([pattern]) => pattern.test(callee.property.name))?.[1];
  return table && verbs ? { table, verbs } : null;
}

const keyOf = ({ key }) => key.name ?? key.value;
const keysOf = (value) =>
  value?.type === 'ObjectExpression' ? value.properties.flatMap((one) => (one.key ? [keyOf(one)] : [])) : [];
