import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'oxc-parser';
import { PROJECT_ROOT } from '../project.mjs';

/**
 * A top-level statement of a module: the names that it declares, or none where it is there for its effect.
 *
 * @typedef {{ names: string[], node: object }} Unit
 * @typedef {{ source: string, name: string }} Import `name`: `*` stands for the whole module
 * @typedef {{ path: string, text: string, units: Unit[], imports: Map<string, Import>, effects: string[], exports:
 *   Map<string, Import | { local: string }>, stars: string[] }} Module `effects`: modules imported for their effect
 */

const known = new Map();
const packages = packageFolders();

/** @returns {Module} */
export function moduleAt(path) {
  const module = known.get(path) ?? readModule(path);
  known.set(path, module);
  return module;
}

/** Where an import leads: a file of ours, or null where it is a library or the generated client. */
export function resolveImport(from, source) {
  if (source.startsWith('@hub/')) {
    const [, name, ...rest] = source.split('/');
    const folder = packages.get(`@hub/${name}`);
    return folder ? firstThere(join(folder, 'src', rest.join('/') || 'index')) : null;
  }
  if (!source.startsWith('.')) return null;
  const path = firstThere(join(dirname(from), source.replace(/\.js$/, '')));
  return path?.includes('/generated/') ? null : path;
}

const firstThere = (path) =>
  [`${path}.ts`, `${path}.tsx`, join(path, 'index.ts')].find((file) => existsSync(file)) ?? null;

function packageFolders() {
  const folders = ['packages', 'services'].flatMap((parent) =>
    readdirSync(join(PROJECT_ROOT, parent)).map((name) => join(PROJECT_ROOT, parent, name)),
  );
  return new Map(
    [...folders, join(PROJECT_ROOT, 'prisma')]
      .filter((folder) => existsSync(join(folder, 'package.json')))
      .map((folder) => [JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name, folder]),
  );
}

function readModule(path) {
  const text = readFileSync(path, 'utf8');
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${relative(PROJECT_ROOT, path)}: ${errors[0].message}`);
  const module = { path, text, units: [], imports: new Map(), effects: [], exports: new Map(), stars: [] };
  for (const statement of program.body) addStatement(module, statement);
  return module;
}

function addStatement(module, statement) {
  switch (statement.type) {
    case 'ImportDeclaration':
      return addImport(module, statement);
    case 'ExportAllDeclaration':
      if (statement.exportKind !== 'type') module.stars.push(statement.source.value);
      return;
    case 'ExportNamedDeclaration':
      if (statement.declaration) {
        const names = addUnit(module, statement.declaration);
        for (const name of names) module.exports.set(name, { local: name });
        return;
      }
      for (const { exported, local } of statement.specifiers) {
        const from = statement.source && { source: statement.source.value, name: local.name };
        module.exports.set(exported.name ?? exported.value, from || { local: local.name });
      }
      return;
    default:
      addUnit(module, statement);
  }
}

function addImport(module, { importKind, specifiers, source }) {
  if (importKind === 'type') return;
  if (specifiers.length === 0) module.effects.push(source.value);
  for (const specifier of specifiers) {
    if (specifier.importKind === 'type') continue;
    const whole = specifier.type === 'ImportNamespaceSpecifier';
    const name = whole ? '*' : (specifier.imported?.name ?? 'default');
    module.imports.set(specifier.local.name, { source: source.value, name });
  }
}

function addUnit(module, node) {
  const names =
    node.type === 'VariableDeclaration'
      ? node.declarations.flatMap(({ id }) => namesOf(id))
      : node.id
        ? [node.id.name]
        : [];
  module.units.push({ names, node });
  return names;
}

function namesOf(pattern) {
  if (pattern.type === 'Identifier') return [pattern.name];
  const parts = pattern.type === 'ObjectPattern' ? pattern.properties : pattern.elements;
  return parts.flatMap((part) => (part ? namesOf(part.value ?? part.argument ?? part) : []));
}
