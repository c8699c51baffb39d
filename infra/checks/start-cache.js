const Module = require('node:module');
const fs = require('node:fs');
const nodePath = require('node:path');
const vm = require('node:vm');

/**
 * Loaded into the services and commands that journeys start (`NODE_OPTIONS`). They are the same programs some two hundred times in
 * a run: what Node.js found out about them the first time, where each import leads and its compiled code, is kept in a
 * folder of that run, in which nothing is built or installed. Half of what loading a program costs (record 70).
 */
const folder = process.env.HUB_TEST_START_CACHE;
const program = process.argv[1];
// Its loader calls what is replaced here; others were not looked at.
if (folder && program && process.versions.node.startsWith('20.'))
  keepWhatStartsCost(nodePath.join(folder, program.replaceAll(nodePath.sep, '_')));

function keepWhatStartsCost(file) {
  const { paths, codes } = read(file);
  const scripts = new Map();
  let isNew = false;

  const resolve = Module._resolveFilename;
  Module._resolveFilename = function (request, ...rest) {
    const [parent, isMain, options] = rest;
    const from = parent?.path;
    if (from === undefined || isMain || options || Module.isBuiltin(request))
      return resolve.call(this, request, ...rest);
    const key = `${from}\0${request}`;
    if (!paths.has(key)) {
      paths.set(key, resolve.call(this, request, ...rest));
      isNew = true;
    }
    return paths.get(key);
  };

  const compile = Module.prototype._compile;
  Module.prototype._compile = function (content, filename, format) {
    const script = format === 'module' ? null : scriptOf(content, filename);
    if (script === null) return compile.call(this, content, filename, format);
    const require = Object.assign((request) => this.require(request), {
      resolve: (request, options) => Module._resolveFilename(request, this, false, options),
      main: process.mainModule,
      extensions: Module._extensions,
      cache: Module._cache,
    });
    const run = script.runInThisContext();
    return run.call(this.exports, this.exports, require, this, filename, nodePath.dirname(filename));
  };

  /** Null: it is an ES module, or imports while it runs, which Node.js alone knows how to do. */
  function scriptOf(content, filename) {
    if (content.includes('import(')) return null;
    const cachedData = codes.get(filename);
    try {
      const script = new vm.Script(Module.wrap(content), { filename, cachedData });
      if (!cachedData || script.cachedDataRejected) scripts.set(filename, script);
      return script;
    } catch {
      return null;
    }
  }

  process.once('exit', () => {
    if (scripts.size === 0 && !isNew) return;
    for (const [filename, script] of scripts) codes.set(filename, script.createCachedData());
    write(file, { paths, codes });
  });
}

/** @returns {{ paths: Map<string, string>, codes: Map<string, Buffer> }} empty where nothing was kept yet */
function read(file) {
  try {
    const bytes = fs.readFileSync(file);
    const start = 4 + bytes.readUInt32LE(0);
    const head = JSON.parse(bytes.toString('utf8', 4, start));
    let at = start;
    const codes = head.codes.map(([name, length]) => [name, bytes.subarray(at, (at += length))]);
    return { paths: new Map(head.paths), codes: new Map(codes) };
  } catch {
    return { paths: new Map(), codes: new Map() };
  }
}

/** Whole or not at all: others read it meanwhile. */
function write(file, { paths, codes }) {
  const lengths = [...codes].map(([name, code]) => [name, code.length]);
  const head = Buffer.from(JSON.stringify({ paths: [...paths], codes: lengths }));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(head.length);
  const own = `${file}.${process.pid}`;
  fs.writeFileSync(own, Buffer.concat([size, head, ...codes.values()]));
  fs.renameSync(own, file);
}
