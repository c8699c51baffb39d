import { moduleAt, resolveImport } from './modules.mjs';

/** Expressions that TypeScript wraps; every other node of TypeScript is about types, which are never run. */
const WRAPPERS = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSInstantiationExpression',
  'TSParameterProperty',
  'TSEnumDeclaration',
  'TSEnumBody',
  'TSEnumMember',
]);
const ABOUT_TYPES = new Set([
  'typeAnnotation',
  'returnType',
  'typeParameters',
  'typeArguments',
  'implements',
]);

/** Calls back with every node below that runs, and its parent. */
export function walk(node, visit, parent = null) {
  if (Array.isArray(node)) return node.forEach((one) => walk(one, visit, parent));
  if (node === null || typeof node !== 'object' || typeof node.type !== 'string') return;
  if (node.type.startsWith('TS') && !WRAPPERS.has(node.type)) return;
  visit(node, parent);
  for (const [name, child] of Object.entries(node)) {
    if (ABOUT_TYPES.has(name) || isNameOnly(node, name)) continue;
    walk(child, visit, node);
  }
}

/** `a.name`, `{ name: 1 }`: no variable is meant. */
const isNameOnly = (node, field) =>
  !node.computed &&
  ((node.type === 'MemberExpression' && field === 'property') ||
    (['Property', 'PropertyDefinition', 'MethodDefinition'].includes(node.type) &&
      field === 'key' &&
      !node.shorthand));

/**
 * What a program can run: from its main file to every declaration that is named on the way, however far. Kinder than
 * what does run, never stricter: of a class all methods count.
 *
 * @param {string} main
 * @returns {{ module: import('./modules.mjs').Module, unit: import('./modules.mjs').Unit }[]}
 */
export function reachedFrom(main) {
  const reached = new Map();
  const opened = new Set();

  const visitUnit = (module, unit) => {
    if (reached.has(unit)) return;
    reached.set(unit, { module, unit });
    walk(unit.node, (node) => {
      if (node.type === 'Identifier' || node.type === 'JSXIdentifier') visitName(module, node.name);
      if (node.type === 'ImportExpression') visitImport(module, { source: node.source.value, name: '*' });
    });
  };
  const visitName = (module, name) => {
    const imported = module.imports.get(name);
    if (imported) return visitImport(module, imported);
    for (const unit of module.units) if (unit.names.includes(name)) visitUnit(module, unit);
  };
  const visitImport = (module, { source, name }) => {
    const path = resolveImport(module.path, source);
    if (path) visitExport(moduleAt(path), name);
  };
  /** @returns whether the module has it */
  const visitExport = (module, name) => {
    if (name === '*') {
      for (const one of module.exports.keys()) visitExport(module, one);
      for (const source of module.stars) visitImport(module, { source, name });
      open(module);
      return true;
    }
    const found = module.exports.get(name);
    if (found) {
      open(module);
      if ('local' in found) visitName(module, found.local);
      else visitImport(module, found);
      return true;
    }
    return module.stars.some((source) => {
      const path = resolveImport(module.path, source);
      return path !== null && visitExport(moduleAt(path), name);
    });
  };
  /** What a module does by being read. */
  const open = (module) => {
    if (opened.has(module)) return;
    opened.add(module);
    for (const unit of module.units) if (unit.names.length === 0) visitUnit(module, unit);
    for (const source of module.effects) {
      const path = resolveImport(module.path, source);
      if (path) open(moduleAt(path));
    }
  };

  const start = moduleAt(main);
  open(start);
  return [...reached.values()];
}
