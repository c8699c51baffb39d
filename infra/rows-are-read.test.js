const { readFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const { expect, it } = require('@jest/globals');
const { sourceFiles } = require('./checks/source-files');

const ROOT = join(__dirname, '..');
/** What a statement returns, as a claim that is not checked: `$queryRaw<Row[]>`, `client.query<Row>`. */
const CLAIM = /\.(?:query|\$queryRaw|\$queryRawUnsafe)</;

it('no row of SQL has an unchecked type: its schema reads it', () => {
  // The floor that the benchmarks compare with is bare on purpose.
  const sources = sourceFiles(ROOT, { ending: /\.tsx?$/, without: ['bench'] });
  const claims = sources.filter((path) => CLAIM.test(readFileSync(path, 'utf8')));
  expect(claims.map((path) => relative(ROOT, path))).toEqual([]);
});
