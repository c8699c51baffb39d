const { execFileSync } = require('node:child_process');
const { join } = require('node:path');
const { describe, expect, it } = require('@jest/globals');

const COMPILE_ONCE = join(__dirname, 'compile-once.js');

/** Runs a piece of code where modules are compiled once; what it says as JSON. */
function resultOf(code) {
  const load = `
    const vm = require('node:vm');
    const load = (source, { context = vm.createContext({}), filename = '/a.js', names = ['module'] } = {}) => {
      const module = { exports: {} };
      vm.compileFunction(source, names, { filename, parsingContext: context }).call(module.exports, module);
      return module.exports;
    };
    console.log(JSON.stringify((() => { ${code} })()));`;
  return JSON.parse(
    execFileSync(process.execPath, ['--require', COMPILE_ONCE, '-e', load], { encoding: 'utf8' }),
  );
}

describe('modules compiled once for all test files of a process', () => {
  it('each file has its own modules and globals', () => {
    const code = `
      const source = 'globalThis.seen = (globalThis.seen ?? 0) + 1; let own = 0; module.exports = () => [seen, ++own];';
      const [first, second] = [load(source), load(source)];
      return [first(), first(), second()];`;
    expect(resultOf(code)).toEqual([
      [1, 1],
      [1, 2],
      [1, 1],
    ]);
  });

  it('a module that was transformed another way is another module', () => {
    const code = `
      const one = load('module.exports = 1');
      return [one, load('module.exports = 2'), load('m.exports = 3', { names: ['m'] }), load('module.exports = 1')];`;
    expect(resultOf(code)).toEqual([1, 2, 3, 1]);
  });

  it('a fault is reported at its own line and column', () => {
    const code = `
      try { load('0;\\n  null.x;', { filename: '/faulty.js' }); } catch (error) { return error.stack.split('\\n')[1]; }`;
    expect(resultOf(code)).toContain('/faulty.js:2:8');
  });

  it('a module that cannot be read is reported as jest expects it', () => {
    const code = `try { load('const = 1'); } catch (error) { return [error instanceof SyntaxError, error.message]; }`;
    expect(resultOf(code)).toEqual([true, expect.stringContaining('Unexpected token')]);
  });
});
