const { readFileSync } = require('node:fs');
const Module = require('node:module');
const nodePath = require('node:path');
const { transformSync } = require('@swc/core');

const IMPORTED = /\bfrom\s+['"]([^'"]+)['"]/g;
const compiler = JSON.parse(readFileSync(nodePath.join(__dirname, '..', '..', '.swcrc'), 'utf8'));
const compiled = new Map();

/**
 * Lets `require` load TypeScript, as the tests do (`checks/lazy-imports.js`): what a source imports is loaded when it is first used.
 *
 * @param {object} provided modules by name that every file gets in place of the installed ones
 * @param {(evaluate: () => unknown) => unknown} whileLoading runs the code of a module
 */
function loadTypeScript(provided, whileLoading) {
  const load = Module._load;
  Module._load = (name, ...rest) => provided[name] ?? load(name, ...rest);
  const others = { ...Module._extensions };
  for (const extension of Object.keys(others)) delete Module._extensions[extension];
  // Before `.json`, which may bear the same name.
  Object.assign(Module._extensions, {
    '.ts': (module, file) => whileLoading(() => module._compile(compile(file), file)),
    ...others,
  });
}

function compile(file) {
  const known = compiled.get(file);
  if (known !== undefined) return known;
  const source = readFileSync(file, 'utf8');
  const lazy = [...source.matchAll(IMPORTED)].map(([, from]) => from);
  const module = { ...compiler.module, lazy: [...new Set(lazy)] };
  const { code } = transformSync(source, { ...compiler, module, filename: file, swcrc: false });
  compiled.set(file, code);
  return code;
}

/** Forgets the modules below a folder: they are loaded again, without being compiled again. */
function forgetModules(folder) {
  for (const file of Object.keys(require.cache))
    if (file.startsWith(folder) && !file.includes('/node_modules/')) delete require.cache[file];
}

module.exports = { forgetModules, loadTypeScript };
