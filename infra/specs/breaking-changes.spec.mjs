import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { breakingChanges } from '../contract/breaking-changes.mjs';
import { CONTRACT_FOLDER } from '../contract/redocly.mjs';

const scratch = mkdtempSync(join(tmpdir(), 'hub-contract-spec-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

const STORE_API = 'store-api.openapi.json';
const ADDRESS = 'event-address.openapi.json';
const EVENTS = 'events.asyncapi.json';

let folders = 0;

/** What is found once a document of the contract is changed so. */
async function afterChange(name, change) {
  const now = join(scratch, String((folders += 1)));
  cpSync(CONTRACT_FOLDER, now, { recursive: true });
  const document = JSON.parse(readFileSync(join(now, name), 'utf8'));
  change(document, document.components.schemas);
  writeFileSync(join(now, name), JSON.stringify(document));
  return breakingChanges({ released: CONTRACT_FOLDER, now });
}

/** @type {[what: string, name: string, change: (document: any, schemas: any) => unknown][]} */
const BREAKS = [
  ['an event needs a new field', EVENTS, (_, { ReturnedLine }) => ReturnedLine.required.push('reason')],
  ['an event is known no more', EVENTS, ({ operations }) => delete operations.send_order_cancelled],
  [
    'a field of an event takes less',
    ADDRESS,
    (_, { PackedLine }) => (PackedLine.properties.quantity.maximum = 9),
  ],
  ['an answer loses a field', ADDRESS, (_, { EventReceipt }) => delete EventReceipt.properties.outcome],
  [
    'a call loses a field',
    STORE_API,
    (_, { ShippingOrderRequest }) => delete ShippingOrderRequest.properties.tag,
  ],
  [
    'a receipt needs a new field',
    STORE_API,
    (_, { ReturnReceipt }) => {
      ReturnReceipt.properties.refunded = { type: 'boolean' };
      ReturnReceipt.required.push('refunded');
    },
  ],
  ['an endpoint goes', STORE_API, ({ paths }) => delete paths['/cancel']],
];

/** @type {[what: string, name: string, change: (document: any, schemas: any) => unknown][]} */
const ADDS = [
  [
    'an event may say more',
    EVENTS,
    (_, { OrderCancelled }) => (OrderCancelled.properties.by = { type: 'string' }),
  ],
  [
    'a call may say more',
    STORE_API,
    (_, { ShippingOrderRequest }) => (ShippingOrderRequest.properties.gift = { type: 'string' }),
  ],
  ['a text reads better', STORE_API, ({ info }) => (info.description = 'Better.')],
];

for (const [what, name, change] of BREAKS)
  test(`breaks stores: ${what}`, async () => {
    const found = await afterChange(name, change);
    assert.notDeepEqual(found, []);
    for (const line of found) assert.match(line, new RegExp(`^${name}: `));
  });

for (const [what, name, change] of ADDS)
  test(`breaks no store: ${what}`, async () => assert.deepEqual(await afterChange(name, change), []));

test('a new major version may break', async () => {
  const found = await afterChange(STORE_API, (document) => {
    document.info.version = '2.0.0';
    delete document.paths['/cancel'];
  });
  assert.deepEqual(found, []);
});
