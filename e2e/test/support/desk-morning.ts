import { eventQueue } from '@hub/messaging';
import { eventually, putIntoQueue } from '@hub/testing';
import { LOCATION_ID } from './a-catalogue';
import { sellOne, sellPieces, type World } from './open-world';

const SOON = { timeoutMs: 30_000, everyMs: 100 };
const REFUSED = 422;
/** Pieces: more than both shops have. */
export const TOO_MANY = 500;

/** What one agent finds at the desk: for each task a separate order or message, so that no task waits for another. */
export interface Morning {
  /** Ids of orders whose shop refused them for one reason, one for each task. */
  refused: { forAnotherShop: string; toPlaceAgain: string; withAnAlert: string; withABadAddress: string };
  /** Ids of three orders that their shop refused for another reason, which no other order was refused for. */
  group: string[];
  /** Ids of orders that have left, and whose selling shop was not notified. */
  unsentTracking: { toReplay: string; toDeliver: string; toDiscard: string };
  /** Id of an order that no shop has the pieces for. */
  waiting: string;
  /** Id of an order whose goods were reported back by both shops. */
  returned: string;
  /** Id of the failed message of an event that cannot be read. */
  unreadable: string;
}

/** Lets everything go wrong that an agent's tasks are about. @param groupStatus what the store answers to the group */
export async function aMorning(world: World, groupStatus: number): Promise<Morning> {
  const { near, far } = world.shops;
  await Promise.all(
    [near, far].map(({ store, variantId }) => store.changeStock(variantId, LOCATION_ID, 90).done),
  );
  const [unreadable, waiting] = await Promise.all([anUnreadableEvent(world), sellPieces(world, TOO_MANY)]);
  const [forAnotherShop = '', toPlaceAgain = '', withAnAlert = '', withABadAddress = ''] =
    await refusedOrders(world, { count: 4, status: REFUSED });
  const group = await refusedOrders(world, { count: 3, status: groupStatus });
  const [toReplay = '', toDeliver = '', toDiscard = ''] = await ordersWithUnsentTracking(world, 3);
  return {
    refused: { forAnotherShop, toPlaceAgain, withAnAlert, withABadAddress },
    group,
    unsentTracking: { toReplay, toDeliver, toDiscard },
    waiting,
    returned: await anOrderReturnedTwice(world),
    unreadable,
  };
}

/** Orders that `near` answers with that status. @returns their ids */
export async function refusedOrders(
  world: World,
  { count, status }: { count: number; status: number },
): Promise<string[]> {
  const fault = { kind: 'status', status } as const;
  world.shops.near.store.faults.add({ endpoint: 'POST /orders', times: count, fault });
  const orderIds = await sellMany(world, count);
  await inState(world, orderIds, 'refused');
  return orderIds;
}

/** Orders that have left, and whose tracking the selling store refused. @returns their ids */
export async function ordersWithUnsentTracking(world: World, count: number): Promise<string[]> {
  const { near, selling } = world.shops;
  const orderIds = await sellMany(world, count);
  const storeOrderIds = await inState(world, orderIds, 'placed');
  const fault = { kind: 'status', status: 400 } as const;
  selling.store.faults.add({ endpoint: 'PUT /orders/{order_id}/tracking', times: count, fault });
  for (const storeOrderId of storeOrderIds) await near.store.ship(storeOrderId).done;
  await eventually(async () => {
    for (const orderId of orderIds) await failedMessageOf(world, orderId);
  }, SOON);
  return orderIds;
}

async function anOrderReturnedTwice(world: World): Promise<string> {
  const { near, selling } = world.shops;
  const orderId = await sellOne(world);
  const [storeOrderId = ''] = await inState(world, [orderId], 'placed');
  await near.store.ship(storeOrderId).done;
  await selling.store.returnGoods(orderId).done;
  await near.store.returnGoods(storeOrderId).done;
  const { id: sellerOrderId } = await world.db.sellerOrder.findFirstOrThrow({ where: { orderId } });
  await eventually(
    () => world.db.return.findFirstOrThrow({ where: { sellerOrderId, state: 'waiting' } }),
    SOON,
  );
  return orderId;
}

/** @returns the id of its failed message */
export async function anUnreadableEvent(world: World): Promise<string> {
  const reason = 'unreadable';
  const known = await world.db.deadLetter.findMany({ where: { reason }, select: { id: true } });
  await putIntoQueue(world.env['AMQP_URL'] ?? '', {
    queue: eventQueue('order.created').name,
    bytes: Buffer.from(`{"order_id": ${known.length}`),
    headers: { 'x-shop-id': world.shops.selling.id },
  });
  const { id } = await eventually(
    () =>
      world.db.deadLetter.findFirstOrThrow({ where: { reason, id: { notIn: known.map((one) => one.id) } } }),
    SOON,
  );
  return id;
}

const sellMany = (world: World, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => sellOne(world)));

/** Waits until each order's one shipping order is in that state; resolves with the stores' ids of them, where they have one. */
function inState(world: World, orderIds: readonly string[], state: 'placed' | 'refused'): Promise<string[]> {
  return eventually(async () => {
    const found = await Promise.all(
      orderIds.map((orderId) =>
        world.db.shippingOrder.findFirstOrThrow({ where: { order: { orderId }, state } }),
      ),
    );
    return found.map(({ storeOrderId }) => storeOrderId ?? '');
  }, SOON);
}

/** The id of the failed message of an order. Throws where it has none. */
export async function failedMessageOf({ db }: World, orderId: string): Promise<string> {
  const { id } = await db.deadLetter.findFirstOrThrow({ where: { orderId } });
  return id;
}

/** The id of the open case that an order, or a failed message of none, is in. */
export async function caseOf({ db }: World, of: { orderId: string } | { message: string }): Promise<string> {
  const item =
    'orderId' in of
      ? { sellerOrderId: (await db.sellerOrder.findFirstOrThrow({ where: { orderId: of.orderId } })).id }
      : { item: `dead_letter:${of.message}` };
  const { caseId } = await eventually(
    () => db.supportCaseItem.findFirstOrThrow({ where: { ...item, case: { closedAt: null } } }),
    SOON,
  );
  return caseId;
}
