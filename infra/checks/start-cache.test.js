const { execFileSync } = require('node:child_process');
const { mkdtempSync, readdirSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { afterEach, beforeEach, describe, expect, it } = require('@jest/globals');

const START_CACHE = join(__dirname, 'start-cache.js');
/** On other releases of Node.js nothing is kept, and all of this holds as well. */
const KEPT = process.versions.node.startsWith('20.') ? 1 : 0;

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hub-start-cache-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs `main.js` of the files as journeys run a program. */
function run(files) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return execFileSync(process.execPath, [join(folder, 'main.js')], {
    env: { HUB_TEST_START_CACHE: folder, NODE_OPTIONS: `--require ${START_CACHE}` },
    encoding: 'utf8',
  });
}

const PROGRAM = {
  'main.js': `
    const { add } = require('./add');
    console.log(add(1, 2), require.main === module, require.resolve('./add') === __dirname + '/add.js');
    import('./late.mjs').then(({ late }) => console.log(late, require('./later.mjs').later));`,
  'add.js': 'exports.add = (a, b) => a + b;',
  'late.mjs': 'export const late = import.meta.url.startsWith("file:");',
  'later.mjs': 'export const later = 7;',
};
const SAID = '3 true true\ntrue 7\n';

describe('a program that journeys start again and again', () => {
  it('does the same from what was kept, in which its import leads and its code are found', () => {
    expect(run(PROGRAM)).toBe(SAID);
    const kept = readdirSync(folder).filter((name) => name.endsWith('_main.js'));
    expect(kept).toHaveLength(KEPT);
    expect(run(PROGRAM)).toBe(SAID);
  });

  it('starts from anew where what was kept cannot be read', () => {
    run(PROGRAM);
    for (const name of readdirSync(folder))
      if (name.endsWith('_main.js')) writeFileSync(join(folder, name), 'cut off');
    expect(run(PROGRAM)).toBe(SAID);
  });

  it('fails at its own line', () => {
    const broken = { 'main.js': '0;\nnull.x;' };
    expect(() => run(broken)).toThrow(/main\.js:2/);
    expect(() => run(broken)).toThrow(/main\.js:2/);
  });
});
