const { existsSync, readdirSync, readFileSync } = require('node:fs');
const nodePath = require('node:path');
const { expect, it } = require('@jest/globals');
const { sourceFiles } = require('./checks/source-files');

const ROOT = nodePath.join(__dirname, '..');
const IMPORTED = /(?:\bfrom|\bimport\()\s*'(\.[^']+)'/g;

/** A folder of `src`, or a file beside them. */
const partOf = (source, file) => nodePath.relative(source, file).split(nodePath.sep)[0];

/**
 * An index is left out: it is for other packages.
 *
 * @returns {Map<string, string[]>} `from → to` of two parts, with the imports that make it
 */
function arrowsOf(source) {
  const arrows = new Map();
  for (const file of sourceFiles(source, { ending: /^(?!index\.).*(?<!\.test)\.tsx?$/ }))
    for (const [, named] of readFileSync(file, 'utf8').matchAll(IMPORTED)) {
      const path = nodePath.join(nodePath.dirname(file), named.replace(/\.js$/, ''));
      const to = ['.ts', '.tsx', '/index.ts'].map((end) => path + end).find((one) => existsSync(one));
      const [from, into] = [partOf(source, file), to && partOf(source, to)];
      if (!into || from === into) continue;
      const arrow = `${from} → ${into}`;
      arrows.set(arrow, [...(arrows.get(arrow) ?? []), nodePath.relative(source, file)]);
    }
  return arrows;
}

/** Every package and service. */
const MEMBERS = ['packages', 'services', 'adapters'].flatMap((group) =>
  readdirSync(nodePath.join(ROOT, group))
    .map((name) => `${group}/${name}`)
    .filter((member) => existsSync(nodePath.join(ROOT, member, 'src'))),
);

it('reads the folders of every package and service', () => {
  expect(MEMBERS.length).toBeGreaterThan(25);
  expect(arrowsOf(nodePath.join(ROOT, 'packages/desk/src')).size).toBeGreaterThan(100);
});

it.each(MEMBERS)('no folder of %s imports from one that imports from it', (member) => {
  const arrows = arrowsOf(nodePath.join(ROOT, member, 'src'));
  const back = [...arrows].filter(([arrow, files]) => {
    const there = arrows.get(arrow.split(' → ').reverse().join(' → '));
    return there !== undefined && files.length <= there.length;
  });
  expect(back).toEqual([]);
});
