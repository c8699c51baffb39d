const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { expect, it } = require('@jest/globals');
const LongestFirst = require('./longest-first');

const ROOT = join(__dirname, '..', '..');

it('those that take longest are there', () => {
  expect(LongestFirst.LONGEST.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

it('they come first in their order, the rest by size', () => {
  const sizes = { 'small.test.ts': 1, 'large.test.ts': 9 };
  const context = {
    config: { rootDir: ROOT },
    hasteFS: { getSize: (path) => sizes[path.slice(ROOT.length + 1)] ?? 0 },
  };
  const [longest, next] = LongestFirst.LONGEST;
  const given = ['small.test.ts', next, 'large.test.ts', longest].map((path) => ({
    path: join(ROOT, path),
    context,
  }));
  const sorted = new LongestFirst().sort(given).map(({ path }) => path.slice(ROOT.length + 1));
  expect(sorted).toEqual([longest, next, 'large.test.ts', 'small.test.ts']);
});
