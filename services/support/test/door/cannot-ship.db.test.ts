import { aShippingOrder, type StoredShippingOrder } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { textOf, type Visitor } from '../web/visitor';
import { DoorWorld, type DoorShop } from './door-world';

let world: DoorWorld;
let nordic: DoorShop;
let person: Visitor;
beforeAll(async () => {
  world = await DoorWorld.open();
  nordic = await world.shop({ slug: 'nordic', name: 'Nordic Outdoor' });
  person = await world.signIn(nordic);
}, 60_000);
afterAll(() => world.close());

async function anOrder(given: Parameters<typeof aShippingOrder>[1] = {}): Promise<StoredShippingOrder> {
  const order = await aShippingOrder(world.db, { shippingShop: nordic, ...given });
  await world.db.shippingOrder.update({ where: { id: order.id }, data: { firstSentAt: new Date() } });
  return order;
}

/** The stop of an order, for this cause. */
async function stoppedFor(
  kind: 'cannot_ship' | 'taken_back' | 'whole_order',
  stop: 'due' | 'failed' | 'confirmed',
) {
  const order = await anOrder({ stop });
  const data = {
    kind: kind === 'whole_order' ? kind : 'cannot_ship',
    takenBack: kind === 'taken_back',
  } as const;
  await world.db.cancellation.updateMany({ where: { sellerOrderId: order.sellerOrderId }, data });
  if (stop === 'confirmed')
    await world.db.shippingOrder.update({ where: { id: order.id }, data: { state: 'stopped' } });
  return order;
}

const pageOf = async ({ reference }: StoredShippingOrder) =>
  textOf((await person.get(`/orders/${reference}`)).text);
const done = async ({ id, storeOrderId }: { id: string; storeOrderId: string }) => ({
  commands: await world.db.outbox.count({ where: { payload: { path: ['shippingOrderId'], equals: id } } }),
  markers: await world.db.cancellationMarker.count({ where: { shopId: nordic.id, orderId: storeOrderId } }),
  recorded: await world.db.supportAction.count({ where: { action: 'door.cannot_ship' } }),
});
const NOTHING = { commands: 0, markers: 0, recorded: 0 };

describe('D12, D35: a person is asked before the shop says that it does not ship', () => {
  it('what follows and why; nothing is done before the form of the question is sent with a reason', async () => {
    const order = await anOrder({ storeOrderId: 'N-1' });
    const named = { id: order.id, storeOrderId: 'N-1' };
    const address = `/orders/${order.reference}/cannot-ship`;
    expect(await pageOf(order)).toContain('We do not ship this…');
    const question = await person.post(address);
    expect([question.status, textOf(question.text)]).toEqual([
      200,
      expect.stringMatching(
        /We do not ship order N-1.*What will happen.*is not cancelled.*Why you do not ship it/s,
      ),
    ]);
    const without = await person.post(address, { seen: 'yes', details: 'no reason' });
    expect(textOf(without.text)).toContain('Why you do not ship it');
    expect(await done(named)).toEqual(NOTHING);

    const sure = { seen: 'yes', reason: 'damaged', details: 'the box is wet' };
    const end = await person.postAndFollow(address, sure);
    expect(await done(named)).toEqual({ commands: 1, markers: 1, recorded: 1 });
    const marker = await world.db.cancellationMarker.findFirst({ where: { orderId: 'N-1' } });
    expect(marker?.reason).toBe('damaged: the box is wet');
    expect(textOf(end.text)).toContain('Noted: you do not ship it.');
    expect((await person.post(address, sure)).status).toBe(409);
    expect(await done(named)).toEqual({ commands: 1, markers: 1, recorded: 1 });
  });

  it('that it waits while calls to the store are suspended (D23)', async () => {
    const order = await anOrder({ storeOrderId: 'N-2' });
    const held = { status: 401, since: new Date(), nextProbeAt: new Date() };
    await world.db.callHold.create({ data: { shopId: nordic.id, operation: 'all', ...held } });
    const question = textOf((await person.post(`/orders/${order.reference}/cannot-ship`)).text);
    expect(question).toContain('Calls to your store are suspended: POST /cancel waits until they go on.');
    await world.db.callHold.deleteMany();
  });

  it('a program is not asked', async () => {
    const order = await anOrder({ storeOrderId: 'N-3' });
    const token = await world.token(nordic, 'act');
    const { status } = await world.json(`/orders/${order.reference}/cannot-ship`, { token, body: {} });
    expect(status).toBe(200);
    expect(await done({ id: order.id, storeOrderId: 'N-3' })).toMatchObject({ commands: 1, markers: 1 });
  });
});

describe('D12, D38: the page of an order says why it is not to be shipped', () => {
  it('from the moment at which the shop said that it does not ship it', async () => {
    const order = await anOrder({ storeOrderId: 'N-4' });
    expect(await pageOf(order)).toContain('Paid, and yours to ship.');
    await person.post(`/orders/${order.reference}/cannot-ship`, { seen: 'yes', reason: 'damaged' });
    const page = await pageOf(order);
    expect(page).not.toContain('Paid, and yours to ship');
    expect(page).toContain('The order is not cancelled: another shop is looked for.');
    expect(page).not.toContain('We do not ship this');
  });

  it.each(['due', 'failed', 'confirmed'] as const)(
    'the shop does not ship it (stop %s): nothing of a cancellation, and no money back',
    async (stop) => {
      const page = await pageOf(await stoppedFor('cannot_ship', stop));
      expect(page).toContain('You said that you do not ship it. The order is not cancelled');
      expect(page).not.toMatch(/has cancelled|money back|yours to ship/);
    },
  );

  it.each(['due', 'failed', 'confirmed'] as const)('the operator takes it back (stop %s)', async (stop) => {
    const page = await pageOf(await stoppedFor('taken_back', stop));
    expect(page).toContain(
      'The operator takes it back from you: do not ship it. The order is not cancelled.',
    );
    expect(page).not.toMatch(/has cancelled|money back|yours to ship/);
  });

  it('the shop that sold it cancelled it: the customer gets the money back', async () => {
    const page = await pageOf(await stoppedFor('whole_order', 'failed'));
    expect(page).toContain('The shop that sold it has cancelled the order: do not ship it.');
    expect(page).toContain('it does not leave, and the customer gets the money back');
  });

  it('the store had shipped it (409 order_already_shipped): its package is to be reported', async () => {
    const order = await anOrder({ stop: 'already_shipped' });
    await world.db.shippingOrder.update({ where: { id: order.id }, data: { stopRequestedAt: null } });
    expect(await pageOf(order)).toContain(
      'Your store answered that it had shipped the order: report its package.',
    );
  });
});
