import { randomUUID } from 'node:crypto';
import { inTransaction, type Database } from '@hub/database';
import { raiseAlert } from '@hub/alerts';
import { commandQueue, COMMANDS, eventQueue, type Command } from '@hub/messaging';
import { identityOf, readMessage } from '@hub/desk/messages';
import { aShippingOrder, createTestDatabase, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { forgottenReplays } from '../src/sweeps/forgotten-replays';
import { calledReplays, recovered } from '../src/sweeps/recovered';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
}, 60_000);
afterAll(() => database.drop());
beforeEach(() => db.deadLetter.deleteMany());

/** A failed command, as the drain stores it. */
async function aFailedMessage<T extends object>(command: Command<T>, payload: NoInfer<T>): Promise<string> {
  const origin = commandQueue(command).name;
  const body = Buffer.from(JSON.stringify(payload));
  const identity = identityOf(readMessage(body, { origin, shopId: null }), body);
  return stored({ origin, identity, type: command.type, body: new Uint8Array(body) });
}

async function stored(
  failedMessage: { origin: string; identity: string; type: string; body: Uint8Array<ArrayBuffer> } & {
    shopId?: number;
    orderId?: string;
  },
): Promise<string> {
  const [id, at] = [randomUUID(), new Date()];
  const rest = { headers: {}, reason: 'refused', attempts: 1, firstFailedAt: at, lastFailedAt: at };
  await db.deadLetter.create({ data: { id, ...failedMessage, ...rest } });
  return id;
}

const look = () => inTransaction(db, (tx) => recovered.run(tx, Date.now()));
const stateOf = async (id: string) => (await db.deadLetter.findUniqueOrThrow({ where: { id } })).state;

it('a failed placing is resolved once its shop has the order, or its lines have gone elsewhere', async () => {
  const placed = await aShippingOrder(db);
  const refused = await aShippingOrder(db, { state: 'refused', storeOrderId: null });
  const moved = await aShippingOrder(db, { state: 'refused', storeOrderId: null });
  await aShippingOrder(db, { ofLine: moved.lines[0] });
  const failedMessages = [];
  for (const { id } of [placed, refused, moved])
    failedMessages.push(await aFailedMessage(COMMANDS.placeShippingOrder, { shippingOrderId: id }));
  expect(await look()).toBe(2);
  expect(await Promise.all(failedMessages.map(stateOf))).toEqual(['resolved', 'open', 'resolved']);
  expect(await look()).toBe(0);
});

it('a failed stop is resolved once it is confirmed, and a discarded one is skipped', async () => {
  const [confirmed, failed] = [
    await aShippingOrder(db, { stop: 'confirmed' }),
    await aShippingOrder(db, { stop: 'failed' }),
  ];
  const stop = ({ stopId }: typeof failed) =>
    aFailedMessage(COMMANDS.stopShippingOrder, { stopId: stopId ?? '' });
  const [open, kept] = [await stop(confirmed), await stop(failed)];
  await look();
  expect([await stateOf(open), await stateOf(kept)]).toEqual(['resolved', 'open']);
  await db.deadLetter.update({ where: { id: open }, data: { state: 'discarded' } });
  expect(await look()).toBe(0);
});

it('a failed order is resolved, and its alert, once it has been sent again', async () => {
  const order = await aShippingOrder(db);
  const origin = eventQueue('order.created').name;
  const failedMessage = {
    origin,
    type: 'order.created',
    body: new Uint8Array(),
    shopId: order.sellingShopId,
  };
  const come = await stored({ ...failedMessage, identity: 'a', orderId: order.orderId });
  const missing = await stored({ ...failedMessage, identity: 'b', orderId: 'another' });
  const subject = (orderId: string) => `shop:${order.sellingShopId}/order:${orderId}`;
  for (const orderId of [order.orderId, 'another'])
    await raiseAlert(db, {
      kind: 'order_too_large',
      subject: subject(orderId),
      shopId: order.sellingShopId,
      message: 'Too large.',
    });
  expect(await look()).toBe(2);
  expect([await stateOf(come), await stateOf(missing)]).toEqual(['resolved', 'open']);
  expect(await db.alert.findMany({ where: { state: 'open' } })).toMatchObject([
    { subject: subject('another') },
  ]);
});

describe('a replay whose effect is a call to a store (D23)', () => {
  const settle = () => inTransaction(db, (tx) => calledReplays.run(tx, Date.now()));
  /** As its worker leaves it once the message is handled. */
  async function aHandledReplay(shippingOrderId: string): Promise<string> {
    const id = await aFailedMessage(COMMANDS.placeShippingOrder, { shippingOrderId });
    await db.deadLetter.update({ where: { id }, data: { state: 'replaying', replaySeenAt: new Date(0) } });
    return id;
  }

  it('waits while the call is due or under way, however long', async () => {
    const { id } = await aShippingOrder(db, { state: 'sending', storeOrderId: null });
    const replay = await aHandledReplay(id);
    expect(await settle()).toBe(0);
    await inTransaction(db, (tx) => forgottenReplays.run(tx, Date.now()));
    expect(await stateOf(replay)).toBe('replaying');
  });

  it('went through once the store has it', async () => {
    const { id } = await aShippingOrder(db, { state: 'sending', storeOrderId: null });
    const replay = await aHandledReplay(id);
    await db.shippingOrder.update({ where: { id }, data: { state: 'placed', storeOrderId: 'SO-1' } });
    expect(await settle()).toBe(1);
    expect(await db.deadLetter.findUniqueOrThrow({ where: { id: replay } })).toMatchObject({
      state: 'resolved',
      outcome: 'its call is confirmed',
    });
  });

  it('is open again once the call was given up or refused', async () => {
    const gaveUp = await aShippingOrder(db, { state: 'sending', storeOrderId: null });
    await db.shippingOrder.update({ where: { id: gaveUp.id }, data: { failedAt: new Date() } });
    const refused = await aShippingOrder(db, { state: 'refused', storeOrderId: null });
    const replays = [await aHandledReplay(gaveUp.id), await aHandledReplay(refused.id)];
    expect(await settle()).toBe(2);
    expect(await Promise.all(replays.map(stateOf))).toEqual(['open', 'open']);
  });
});
