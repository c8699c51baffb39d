import { randomUUID } from 'node:crypto';
import type { Database } from '@hub/database';
import { commandQueue, COMMANDS } from '@hub/messaging';
import {
  anEnvelope,
  anOrder,
  aShop,
  createTestDatabase,
  type StoredShop,
  type TestDatabase,
  openedBody,
  testCipher,
} from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { revealDeadLetter, showDeadLetter } from '../src/messages/show-dead-letter';
import { actOnDeadLetters, editDeadLetter, revertEdit } from './act-on-messages';
import { ACCEPTED, workersThat } from './forecasts';
import { aDeadLetter } from './stored-dead-letter';

const actor = 'agent:ada';
const ORDERS = 'routing.order.created';
const ROUTE = commandQueue(COMMANDS.routeOrder).name;

let database: TestDatabase;
let db: Database;
let shop: StoredShop;
beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
  shop = await aShop(db);
}, 60_000);
afterEach(() => database.drop(), 60_000);

const EVENT = anEnvelope('order.created', anOrder({ currency: 'EUR' }));
const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value));
const anOrderFailedMessage = (body = bytesOf(EVENT)) =>
  aDeadLetter(db, { origin: ORDERS, shopId: shop.id, body });
const withOrder = (data: object, envelope: object = {}) =>
  JSON.stringify({ ...EVENT, data: { ...EVENT.data, ...data }, ...envelope });
const edit = (id: string, body: string) => editDeadLetter(db, { id, body, actor, cipher: testCipher() });
const replay = (id: string) => actOnDeadLetters(db, { action: 'replay', ids: [id], actor });
const messageOf = (id: string) => db.deadLetter.findUniqueOrThrow({ where: { id } });
const sentBody = async (id: string) => {
  const { body, bodyKeyId } = await db.outbox.findFirstOrThrow({ orderBy: { id: 'desc' } });
  return (await openedBody(db, { id, body, bodyKeyId })).toString();
};
const trail = () => db.supportAction.findMany({ orderBy: { id: 'asc' } });

describe('edit and replay', () => {
  it('the replay sends the edited body under the same identity; the original is kept', async () => {
    const id = await anOrderFailedMessage();
    const before = await messageOf(id);
    const edited = withOrder({ shipping_cost: 5, order_number: 'N-1' });
    expect(await edit(id, edited)).toEqual({
      kind: 'done',
      changed: ['data.shipping_cost', 'data.order_number'],
    });
    await replay(id);
    expect(await sentBody(id)).toBe(edited);
    const after = await messageOf(id);
    expect(Buffer.from(after.body).equals(Buffer.from(before.body))).toBe(true);
    expect(after).toMatchObject({ identity: before.identity, editedBy: actor, state: 'replaying' });
  });

  it('is shown beside the original, both without personal data, and the forecast is of what would be sent', async () => {
    const id = await anOrderFailedMessage(bytesOf({ ...EVENT, data: { ...EVENT.data, currency: 7 } }));
    const workers = workersThat(ACCEPTED);
    expect(await showDeadLetter(db, id, { forecasts: workers, cipher: testCipher() })).toMatchObject({
      edit: null,
      editable: { yes: true },
    });
    await edit(id, withOrder({ shipping_address: { ...EVENT.data.shipping_address, city: 'Lund' } }));
    const shown = await showDeadLetter(db, id, { forecasts: workers, cipher: testCipher() });
    expect(workers.asked.map(({ body }) => JSON.parse(body.toString()).data.currency)).toEqual([7, 'EUR']);
    expect(shown).toMatchObject({
      edit: { by: actor, changed: ['data.currency', 'data.shipping_address.city'] },
      forecast: { effect: 'acts' },
      maskedBody: { data: { currency: 7 } },
    });
    expect(JSON.stringify(shown)).not.toMatch(/Lund|Stockholm|Storgatan/);
  });

  it('both bodies can be revealed, each view is recorded', async () => {
    const id = await anOrderFailedMessage();
    await edit(id, withOrder({ shipping_cost: 5 }));
    expect((await revealDeadLetter(db, { id, actor, cipher: testCipher() }))?.equals(bytesOf(EVENT))).toBe(
      true,
    );
    const edited = await revealDeadLetter(db, { id, actor, which: 'edited', cipher: testCipher() });
    expect(JSON.parse(String(edited))).toMatchObject({ data: { shipping_cost: 5 } });
    expect((await trail()).map(({ action }) => action)).toEqual([
      'dead_letter.edit',
      'dead_letter.reveal',
      'dead_letter.reveal',
    ]);
  });

  it('the trail names the changed fields, never their values', async () => {
    const id = await anOrderFailedMessage();
    await edit(id, withOrder({ name: 'Secret Name' }));
    const [entry] = await trail();
    expect(entry).toMatchObject({ actor, subject: `dead_letter:${id}`, detail: { changed: ['data.name'] } });
    expect(JSON.stringify(entry?.detail)).not.toContain('Secret');
  });

  it('can be edited again, and reverted: then the original is sent', async () => {
    const id = await anOrderFailedMessage();
    await edit(id, withOrder({ shipping_cost: 5 }));
    expect(await edit(id, withOrder({ shipping_cost: 5 }))).toEqual({ kind: 'refused', why: 'unchanged' });
    expect(await edit(id, withOrder({ shipping_cost: 6 }))).toMatchObject({ kind: 'done' });
    expect(await revertEdit(db, { id, actor, cipher: testCipher() })).toEqual({ kind: 'done' });
    expect(await revertEdit(db, { id, actor, cipher: testCipher() })).toEqual({
      kind: 'refused',
      why: 'not_edited',
    });
    expect(await messageOf(id)).toMatchObject({ editedBody: null, editedBy: null, editedAt: null });
    await replay(id);
    expect(await sentBody(id)).toBe(JSON.stringify(EVENT));
    expect((await trail()).map(({ action }) => action)).toContain('dead_letter.revert_edit');
  });

  it.each<[string, string, object]>([
    ['no JSON', '{', { kind: 'invalid', faults: [{ field: 'body' }] }],
    [
      'no valid data',
      withOrder({ shipping_cost: -1 }),
      { kind: 'invalid', faults: [{ field: 'data.shipping_cost' }] },
    ],
    [
      'another event',
      withOrder({}, { event: 'order.cancelled' }),
      { kind: 'invalid', faults: [{ field: 'event', message: 'must be the event of its queue' }] },
    ],
    [
      'another event id',
      withOrder({}, { event_id: randomUUID() }),
      { kind: 'refused', why: 'identity_changed' },
    ],
    ['the same bytes', JSON.stringify(EVENT), { kind: 'refused', why: 'unchanged' }],
    [
      'too large',
      JSON.stringify(EVENT) + ' '.repeat(600_000),
      { kind: 'invalid', faults: [{ field: 'body', message: 'must not be larger than 524288 bytes' }] },
    ],
  ])('%s: refused, nothing is kept or recorded', async (_, body, end) => {
    const id = await anOrderFailedMessage();
    const before = await messageOf(id);
    const result = await edit(id, body);
    expect(result).toMatchObject(end);
    expect(JSON.stringify(result)).not.toMatch(/Storgatan|-1/);
    expect(await messageOf(id)).toEqual(before);
    expect(await trail()).toEqual([]);
  });

  it('refused: what an edit cannot fix, and while a replay is pending', async () => {
    const command = await aDeadLetter(db, {
      origin: ROUTE,
      body: bytesOf({ sellerOrderId: randomUUID() }),
    });
    expect(await edit(command, '{}')).toEqual({ kind: 'refused', why: 'not_editable' });
    const decided = await anOrderFailedMessage(bytesOf({ ...EVENT, event_id: 'E-decided' }));
    await db.eventLedger.create({
      data: {
        shopId: shop.id,
        eventId: 'E-decided',
        event: 'order.created',
        bodySha256: new Uint8Array(1),
      },
    });
    expect(await edit(decided, withOrder({}))).toEqual({ kind: 'refused', why: 'not_editable' });
    expect(
      (await showDeadLetter(db, decided, { forecasts: workersThat(null), cipher: testCipher() }))?.editable,
    ).toMatchObject({
      yes: false,
      says: expect.stringContaining('decided already'),
    });
    const pending = await anOrderFailedMessage();
    await edit(pending, withOrder({ shipping_cost: 5 }));
    await replay(pending);
    expect(await edit(pending, withOrder({ shipping_cost: 6 }))).toEqual({
      kind: 'refused',
      why: 'replay_pending',
    });
    expect(await revertEdit(db, { id: pending, actor, cipher: testCipher() })).toEqual({
      kind: 'refused',
      why: 'replay_pending',
    });
    for (const id of [randomUUID(), 'no id'])
      expect(await edit(id, '{}')).toEqual({ kind: 'refused', why: 'unknown' });
  });

  it('an edit and a replay at the same moment: what is sent is what was reported as sent', async () => {
    const id = await anOrderFailedMessage();
    const edited = withOrder({ shipping_cost: 5 });
    const [end] = await Promise.all([edit(id, edited), replay(id)]);
    expect(await sentBody(id)).toBe(end.kind === 'done' ? edited : JSON.stringify(EVENT));
  });
});

describe('what could not be read', () => {
  it('can be replaced by what it should have been, and has that identity from then on', async () => {
    const orderId = randomUUID();
    const id = await aDeadLetter(db, { origin: ROUTE, body: Buffer.from('not json') });
    expect(await edit(id, '{"sellerOrderId":7}')).toEqual({
      kind: 'invalid',
      faults: [{ field: 'sellerOrderId', message: 'is not valid' }],
    });
    const repaired = JSON.stringify({ sellerOrderId: orderId });
    expect(await edit(id, repaired)).toEqual({ kind: 'done', changed: ['the whole body'] });
    expect((await messageOf(id)).identity).toBe(`order.route:${repaired}`);
    await revertEdit(db, { id, actor, cipher: testCipher() });
    expect((await messageOf(id)).identity).toMatch(/^sha256:/);
  });

  it('is not made into another failed message', async () => {
    const body = bytesOf({ sellerOrderId: randomUUID() });
    await aDeadLetter(db, { origin: ROUTE, body });
    const id = await aDeadLetter(db, { origin: ROUTE, body: Buffer.from('not json') });
    expect(await edit(id, body.toString())).toEqual({ kind: 'refused', why: 'identity_taken' });
  });
});
