import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOLE, tablesOfSql } from '../roles/sql-tables.mjs';

const TABLES = new Set([
  'shop',
  'outbox',
  'order_line',
  'shipping_order',
  'outbox_id_seq',
  'ledger.event_ledger_kept',
]);
const rightsOf = (sql) =>
  [...new Set(tablesOfSql(sql, TABLES).uses.map(({ table, verb }) => `${verb} ${table}`))].sort();

const READ = [
  ['SELECT id FROM shop s JOIN "order_line" l ON true', ['select order_line', 'select shop']],
  ['SELECT 1 FROM unnest($1) AS d, shop s', ['select shop']],
  ['INSERT INTO outbox (type) VALUES ($1)', ['insert outbox']],
  [
    'INSERT INTO shop (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET id = 2',
    ['insert shop', 'select shop', 'update shop'],
  ],
  ['UPDATE "shop" s SET id = 1', ['select shop', 'update shop']],
  [
    'DELETE FROM outbox WHERE id IN (SELECT id FROM outbox LIMIT 1 FOR UPDATE SKIP LOCKED)',
    ['delete outbox', 'lock outbox', 'select outbox'],
  ],
  [
    'SELECT 1 FROM shipping_order s JOIN shop h ON true FOR UPDATE OF s',
    ['lock shipping_order', 'select shipping_order', 'select shop'],
  ],
  [
    'SELECT (SELECT count(*) FROM shop) FROM outbox FOR SHARE',
    ['lock outbox', 'select outbox', 'select shop'],
  ],
  [
    "UPDATE shop SET revision = nextval('shop_revision')",
    ['next shop_revision', 'select shop', 'update shop'],
  ],
  ['SELECT last_value FROM outbox_id_seq', ['select outbox_id_seq']],
  [
    'DELETE FROM ledger.event_ledger_kept',
    ['delete ledger.event_ledger_kept', 'select ledger.event_ledger_kept'],
  ],
  ['SELECT ledger.add_day($1)', ['call ledger.add_day']],
  ["SELECT 'FROM shop' -- FROM outbox", []],
];

for (const [sql, rights] of READ) test(sql, () => assert.deepEqual(rightsOf(sql), rights));

for (const sql of [
  `UPDATE ${HOLE} SET a = 1`,
  `SELECT FROM ${HOLE} d FOR UPDATE OF d`,
  'ON CONFLICT (id) DO UPDATE SET a = 1',
])
  test(`is declared elsewhere: ${sql.replace(HOLE, '…')}`, () =>
    assert.notEqual(tablesOfSql(sql, TABLES).unseen, null));
