import { walk } from './reached.mjs';

const READS = /^(?:find|count$|aggregate$|groupBy$|create$|update$|upsert$|delete$|\w+AndReturn$)/;
/** Without a `select` they read every column. */
const READS_ALL = /^(?:find|create$|update$|upsert$|delete$|\w+AndReturn$)/;
const CHANGES = /^(?:update|upsert$)/;
const NESTED_CHANGES = ['update', 'updateMany', 'upsert', 'connect', 'disconnect', 'set', 'connectOrCreate'];

/**
 * Which columns calls of the client in a piece of code read and change: `tx.shop.update({ … })`, and the relations that it
 * names. Kinder than what they do, never stricter: of what is put in from elsewhere, all columns count.
 *
 * @param {{ module: import('./modules.mjs').Module, unit: import('./modules.mjs').Unit }} code
 * @param {import('./schema-tables.mjs').Table[]} tables
 * @returns {import('./sql-columns.mjs').ColumnUse[]}
 */
export function columnsOfCalls({ module, unit: { node } }, tables) {
  const byModel = new Map(tables.filter(({ model }) => model).map((table) => [table.model, table]));
  const byName = new Map(tables.map((table) => [table.table, table]));
  const found = [];
  const constants = constantsOf(module, node);
  const add = (table, fields, how) => {
    for (const { name, field } of table.columns)
      if (fields === '*' || fields.has(field)) found.push({ table: table.table, column: name, how });
  };

  /** Properties of an object, through spreads and constants. @returns null if some of it is not seen */
  const propertiesOf = (value) => {
    switch (value?.type) {
      case 'ObjectExpression': {
        const parts = value.properties.map((one) =>
          one.type === 'SpreadElement' ? propertiesOf(one.argument) : one.computed ? null : [one],
        );
        return parts.includes(null) ? null : parts.flat();
      }
      case 'Identifier': {
        const constant = constants.get(value.name);
        return constant ? propertiesOf(constant) : null;
      }
      case 'ConditionalExpression': {
        const sides = [propertiesOf(value.consequent), propertiesOf(value.alternate)];
        return sides.includes(null) ? null : sides.flat();
      }
      case 'LogicalExpression':
        return propertiesOf(value.right);
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
        return propertiesOf(value.expression);
      case 'Literal':
        return [];
      default:
        return null;
    }
  };
  const valueOf = (properties, key) => properties?.find((one) => keyOf(one) === key)?.value;

  /** What is read by `select`, `include` and `omit` of an argument. */
  const readSelection = (table, properties) => {
    const select = valueOf(properties, 'select');
    const chosen = select && propertiesOf(select);
    if (chosen) add(table, new Set(chosen.filter(({ value }) => !isFalse(value)).map(keyOf)), 'read');
    else {
      const omitted = new Set((propertiesOf(valueOf(properties, 'omit')) ?? []).map(keyOf));
      add(table, new Set(table.columns.flatMap(({ field }) => (omitted.has(field) ? [] : [field]))), 'read');
    }
    readIncluded(table, [...(chosen ?? []), ...(propertiesOf(valueOf(properties, 'include')) ?? [])]);
  };

  const readIncluded = (table, included) => {
    for (const one of included) {
      const target = byName.get(table.relations[keyOf(one)]);
      if (!target || isFalse(one.value)) continue;
      const own = propertiesOf(one.value);
      readSelection(target, own);
      readConditions(target, one.value);
    }
  };

  /** Every field that a condition or an order names, of the table or of those that it leads to. */
  const readConditions = (table, value) => {
    if (!value) return;
    walk(value, (one, parent) => {
      if (
        one.type === 'Identifier' &&
        parent?.type === 'Property' &&
        parent.value === one &&
        constants.has(one.name)
      )
        readConditions(table, constants.get(one.name));
      if (one.type !== 'Property' || one.computed || ['data', 'create', 'update'].includes(keyOf(one)))
        return;
      const target = byName.get(table.relations[keyOf(one)]);
      if (target) readConditions(target, one.value);
      else add(table, new Set([keyOf(one)]), 'read');
    });
  };

  const changeFields = (table, value) => {
    const properties = propertiesOf(value);
    if (properties === null) return add(table, '*', 'change');
    add(table, new Set(properties.map(keyOf)), 'change');
    add(table, new Set(table.columns.filter(({ isTimed }) => isTimed).map(({ field }) => field)), 'change');
    for (const one of properties) {
      const target = byName.get(table.relations[keyOf(one)]);
      if (!target) continue;
      const nested = propertiesOf(one.value) ?? [];
      if (nested.some((write) => NESTED_CHANGES.includes(keyOf(write)))) add(target, '*', 'change');
    }
  };

  walk(node, (one) => {
    if (one.type !== 'CallExpression') return;
    const call = callOf(one, byModel);
    if (!call) return;
    const { table, method } = call;
    const [argument] = one.arguments;
    const properties = argument ? propertiesOf(argument) : [];
    if (READS_ALL.test(method)) readSelection(table, properties);
    if (READS.test(method) && !READS_ALL.test(method)) readConditions(table, argument);
    for (const key of ['where', 'orderBy', 'cursor', 'distinct', 'by'])
      readConditions(table, valueOf(properties, key));
    if (CHANGES.test(method))
      changeFields(table, method === 'upsert' ? valueOf(properties, 'update') : valueOf(properties, 'data'));
  });
  for (const { table, kind, value } of fragmentsOf(module, node, byModel)) {
    if (kind === 'Select') readSelection(table, [selecting(value)]);
    // The table's own columns are read by the call that it belongs to.
    else readIncluded(table, propertiesOf(value) ?? []);
  }
  return found;
}

const selecting = (value) => ({ type: 'Property', key: { name: 'select' }, value });

/** Separate selections, whose type says which call they belong to: `satisfies Prisma.ShopSelect`. */
function fragmentsOf(module, node, byModel) {
  const found = [];
  const visit = (one) => {
    if (one === null || typeof one !== 'object') return;
    if (Array.isArray(one)) return one.forEach(visit);
    if (one.type === 'TSSatisfiesExpression') {
      const text = module.text.slice(one.typeAnnotation.start, one.typeAnnotation.end);
      const [, name, kind] = /^Prisma\.([A-Z]\w*?)(Include|Select)$/.exec(text) ?? [];
      const table = name && byModel.get(name[0].toLowerCase() + name.slice(1));
      if (table) found.push({ table, kind, value: one.expression });
    }
    for (const child of Object.values(one)) if (typeof child === 'object') visit(child);
  };
  visit(node);
  return found;
}

/** Constants by name: of the piece of code, and of the module. */
function constantsOf(module, node) {
  const constants = new Map();
  const note = (one) => {
    if (one.type === 'VariableDeclarator' && one.id.type === 'Identifier' && one.init)
      constants.set(one.id.name, one.init);
  };
  for (const { node: unit } of module.units)
    if (unit.type === 'VariableDeclaration') unit.declarations.forEach(note);
  walk(node, note);
  return constants;
}

function callOf({ callee }, byModel) {
  if (callee.type !== 'MemberExpression' || callee.computed || callee.object.type !== 'MemberExpression')
    return null;
  const table = byModel.get(callee.object.property.name);
  return table ? { table, method: callee.property.name } : null;
}

const isFalse = (value) => value?.type === 'Literal' && value.value === false;
const keyOf = ({ key }) => key?.name ?? key?.value;
