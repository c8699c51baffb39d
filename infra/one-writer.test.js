const { readFileSync } = require('node:fs');
const { join, relative, sep } = require('node:path');
const { describe, expect, it } = require('@jest/globals');
const { sourceFiles } = require('./checks/source-files');

const ROOT = join(__dirname, '..');
const NOT_DEPLOYED = ['migrations', 'test', 'e2e', 'bench'];
/** The order's rows: only the order's package writes them. */
const TABLES = [
  'seller_order',
  'order_line',
  'routing_decision',
  'shipping_order',
  'shipping_order_line',
  'cancellation_marker',
];
const ROOM = 'packages/orders/src';
/** Builders of rows for tests. */
const FOR_TESTS = 'packages/testing';

const modelOf = (table) => table.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

/** Statements of SQL, and calls of Prisma's client, that write one of the tables. */
const WRITES = [
  new RegExp(
    `\\b(?:INSERT\\s+INTO|UPDATE|DELETE\\s+FROM|MERGE\\s+INTO|TRUNCATE)\\s+"?(${TABLES.join('|')})"?\\b`,
    'gi',
  ),
  new RegExp(
    `\\.(${TABLES.map(modelOf).join('|')})\\s*\\.\\s*(?:create|createMany|createManyAndReturn|update|updateMany|updateManyAndReturn|upsert|delete|deleteMany)\\b`,
    'g',
  ),
];

const writesOf = (source) =>
  WRITES.flatMap((pattern) => [...source.matchAll(pattern)].map(([found]) => found));

describe("the order's rows are written in its one room", () => {
  const sources = sourceFiles(ROOT, { ending: /\.(ts|tsx|js|mjs|sql)$/, without: NOT_DEPLOYED }).filter(
    (path) => !/\.test\.|schema\.sql$/.test(path),
  );
  const files = sources.map((path) => ({
    path: relative(ROOT, path).split(sep).join('/'),
    text: readFileSync(path, 'utf8'),
  }));
  const writers = files.filter(({ text }) => writesOf(text).length > 0).map(({ path }) => path);

  it('and nowhere else', () => {
    const inRoom = (path) => path.startsWith(`${ROOM}/`) || path.startsWith(`${FOR_TESTS}/`);
    expect(writers.filter((path) => !inRoom(path))).toEqual([]);
  });

  it('where this test finds them', () => {
    expect(writers.filter((path) => path.startsWith(`${ROOM}/`)).length).toBeGreaterThan(5);
  });

  it.each([
    'UPDATE shipping_order SET state',
    'update "order_line" l set',
    'INSERT INTO\n      seller_order (id)',
    'DELETE FROM cancellation_marker WHERE',
    'await tx.shippingOrderLine.createMany({',
    'tx.sellerOrder\n    .update({',
  ])('a write is one: %s', (source) => {
    expect(writesOf(source)).toHaveLength(1);
  });

  it.each([
    'UPDATE shipping_order_stop SET state',
    'FROM shipping_order s FOR UPDATE OF s',
    'tx.shippingOrder.findMany({',
    'tx.shippingOrderStop.update({',
  ])('what only looks like one is none: %s', (source) => {
    expect(writesOf(source)).toEqual([]);
  });
});
