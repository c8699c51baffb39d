import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsOfSql } from '../roles/sql-columns.mjs';
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
  'LOCK TABLE shop IN SHARE ROW EXCLUSIVE MODE',
])
  test(`is refused, or declared elsewhere: ${sql.replace(HOLE, '…')}`, () =>
    assert.notEqual(tablesOfSql(sql, TABLES).unseen, null));

const column = (name) => ({ name, field: name, guards: null, isKey: false, isTimed: false });
const WITH_COLUMNS = new Map([
  ['shop', { columns: ['id', 'name', 'contacts'].map(column) }],
  ['outbox', { columns: ['id', 'body'].map(column) }],
]);
const columnsOf = (sql) => [
  ...new Set(
    columnsOfSql(sql, WITH_COLUMNS).map(({ table, column: name, how }) => `${how} ${table}.${name}`),
  ),
];

for (const [sql, uses] of [
  [
    'SELECT id, body FROM outbox ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED',
    ['read outbox.id', 'read outbox.body'],
  ],
  [
    'SELECT s.name FROM shop s JOIN outbox o ON o.id = s.id',
    ['read shop.name', 'read outbox.id', 'read shop.id'],
  ],
  ['SELECT count(*) FROM shop', []],
  ['SELECT * FROM shop', ['read shop.*']],
  ['SELECT l.* FROM outbox o JOIN LATERAL (SELECT * FROM shop) l ON true', ['read shop.*']],
  ['SELECT to_jsonb(s) FROM shop s', ['read shop.*']],
  ["UPDATE shop SET name = 'contacts' WHERE id = 1", ['change shop.name', 'read shop.id']],
  [
    'INSERT INTO shop (id, contacts) VALUES (1, 2) ON CONFLICT (id) DO UPDATE SET name = excluded.name RETURNING id',
    ['change shop.name', 'read shop.id', 'read shop.name'],
  ],
  [`UPDATE shop SET ${HOLE} WHERE id = 1`, ['change shop.*', 'read shop.id']],
  [`UPDATE ${HOLE} n SET body = NULL`, [`change ${HOLE}.body`]],
])
  test(`columns: ${sql.replace(HOLE, '${…}')}`, () =>
    assert.deepEqual(columnsOf(sql).sort(), uses.toSorted()));
