const vm = require('node:vm');

/**
 * Loaded into jest's processes before jest (`run-jest.mjs`). Jest loads every module again for each test file, and V8 would
 * compile it again each time: a quarter of what the tests cost. Here a process compiles it once, and each file
 * runs it in its own context: files still share no state of modules.
 */
const compileFunction = vm.compileFunction;
const known = new Map();

vm.compileFunction = (source, parameters = [], options = {}) => {
  const { filename, parsingContext, importModuleDynamically, ...others } = options;
  const isAsJestAsks = filename && parsingContext && Object.keys(others).length === 0;
  if (!isAsJestAsks) return compileFunction(source, parameters, options);
  const head = `(function (${parameters.join(', ')}) {`;
  let compiled = known.get(filename);
  if (compiled?.source !== source || compiled.head !== head) {
    compiled = compile({ source, head, filename });
    known.set(filename, compiled);
  }
  compiled.importing = importModuleDynamically;
  return compiled.script.runInContext(parsingContext);
};

/** Lines are counted as in the file. An `import()` is answered by the context that runs the module now. */
function compile({ source, head, filename }) {
  const compiled = { source, head };
  compiled.script = new vm.Script(`${head}\n${source}\n})`, {
    filename,
    lineOffset: -1,
    importModuleDynamically: (...asked) => compiled.importing(...asked),
  });
  return compiled;
}
