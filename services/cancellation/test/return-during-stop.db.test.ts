import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CancellationWorld } from './cancellation-world';
import { partOf, storeOrder, type StoredOrder, type StoredPart } from './stored-order';
import { confirms, saysShipped, type StoreScript } from './store-scripts';
import { openAlerts, viewOrder } from './views';

let world: CancellationWorld;
let [seller, shipper] = [0, 0];
beforeAll(async () => {
  world = await CancellationWorld.open();
});
beforeEach(async () => {
  [seller, shipper] = [await world.shop(), await world.shop()];
  await world.takeCommands();
  await world.db.alert.deleteMany();
});
afterAll(() => world.close());

/**
 * An order whose cancellation calls the shipping shop; during the call, the goods come back and their return waits, as
 * the returns service leaves it.
 */
async function aReturnWhileStopping(
  answers: StoreScript,
  meanwhile: (order: StoredOrder) => Promise<void> = async () => undefined,
): Promise<{ order: StoredOrder; returnState: () => Promise<string>; commands: string[] }> {
  const order = await storeOrder(world.db, {
    sellingShopId: seller,
    shippingOrders: [{ shopId: shipper, state: 'placed' }],
  });
  let returnId = '';
  world.script(shipper, async (request) => {
    returnId = await aWaitingReturn(order, partOf(order));
    await meanwhile(order);
    return answers(request);
  });
  await world.deliver({ shopId: seller, orderId: order.orderId });
  const commands = (await world.runStops()).map(({ type }) => type);
  const returnState = async () =>
    (await world.db.return.findUniqueOrThrow({ where: { id: returnId } })).state;
  return { order, returnState, commands };
}

async function aWaitingReturn(order: StoredOrder, part: StoredPart): Promise<string> {
  const id = randomUUID();
  await world.db.return.create({
    data: {
      id,
      side: 'shipping',
      shopId: shipper,
      eventId: randomUUID(),
      sellerOrderId: order.id,
      shippingOrderId: part.id,
      reference: `re_${id}`,
      state: 'waiting',
      correlation: 'test',
    },
  });
  await world.db.returnLine.create({
    data: {
      id: randomUUID(),
      returnId: id,
      orderLineId: part.orderLineId,
      shippingOrderLineId: part.lineId,
      reportedLineId: 'R-1',
      quantity: 2,
    },
  });
  await world.db.alert.create({
    data: { id: randomUUID(), kind: 'return_waiting', subject: `return:${id}`, message: 'waits', detail: {} },
  });
  return id;
}

/** The selling platform's own report of the same goods. */
async function sellerReports(order: StoredOrder): Promise<void> {
  const id = randomUUID();
  await world.db.return.create({
    data: {
      id,
      side: 'selling',
      shopId: seller,
      eventId: randomUUID(),
      sellerOrderId: order.id,
      state: 'recorded',
      correlation: 'test',
    },
  });
  const { orderLineId } = partOf(order);
  await world.db.returnLine.create({
    data: { id: randomUUID(), returnId: id, orderLineId, reportedLineId: 'L-1', quantity: 2 },
  });
}

describe('D13: goods come back while their order is being stopped', () => {
  it('their shop had shipped: the return continues without support', async () => {
    const { order, returnState, commands } = await aReturnWhileStopping(saysShipped);
    expect(await viewOrder(world.db, order.id)).toMatchObject({
      order: 'accepted',
      stops: ['already_shipped'],
    });
    expect(await returnState()).toBe('due');
    expect(commands).toContain('return.register');
    expect(await openAlerts(world.db)).not.toContain('return_waiting');
  });

  it('the selling shop has reported the return itself: it still waits for support', async () => {
    const { returnState, commands } = await aReturnWhileStopping(saysShipped, sellerReports);
    expect(await returnState()).toBe('waiting');
    expect(commands).not.toContain('return.register');
    expect(await openAlerts(world.db)).toContain('return_waiting');
  });

  it('their shop has stopped them: the cancellation refunds them, and the return waits for support', async () => {
    const { returnState, commands } = await aReturnWhileStopping(confirms);
    expect(await returnState()).toBe('waiting');
    expect(commands).not.toContain('return.register');
    expect(await openAlerts(world.db)).toContain('return_waiting');
  });
});
