const { readdirSync, readFileSync } = require('node:fs');
const { join, relative, sep } = require('node:path');
const { describe, expect, it } = require('@jest/globals');

const ROOT = join(__dirname, '..');
const SKIPPED = new Set(['node_modules', 'dist', 'generated', '.hub', '.git']);
/** What still claims the type of its rows; it only ever gets shorter. */
const LEFT = ['packages/stock', 'packages/store-writes/src', 'prisma/src/sql-transaction.ts'];

const claimsItsRows = (source) => /\$queryRaw(?:Unsafe)?\s*</.test(source);

function sources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

describe('rows of SQL are read by their schemas: rows(schema, query) of @hub/database', () => {
  const claiming = ['packages', 'services', 'prisma', 'e2e', 'bench']
    .flatMap((folder) => sources(join(ROOT, folder)))
    .filter((path) => claimsItsRows(readFileSync(path, 'utf8')))
    .map((path) => relative(ROOT, path).split(sep).join('/'));
  const isOf = (path) => (left) => path === left || path.startsWith(`${left}/`);

  it('and their type is not merely claimed', () => {
    expect(claiming.filter((path) => !LEFT.some(isOf(path)))).toEqual([]);
  });

  it('what was left is taken off the list once it is done', () => {
    expect(LEFT.filter((left) => !claiming.some((path) => isOf(path)(left)))).toEqual([]);
  });

  it.each(['db.$queryRaw<Row[]>`SELECT 1`', "tx.$queryRawUnsafe<{ id: number }[]>('SELECT 1')"])(
    'a claim is one: %s',
    (source) => expect(claimsItsRows(source)).toBe(true),
  );
});
