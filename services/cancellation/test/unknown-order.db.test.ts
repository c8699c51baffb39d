import { inTransaction } from '@hub/database';
import { OrderReferences, settleAsPlaced } from '@hub/orders/placements';
import { lockSellerOrderId } from '@hub/orders/records';
import { openGap, routeWaitingAgain } from '@hub/orders/restore';
import { TEST_ENCRYPTION_KEY, waitForLocks } from '@hub/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CancellationWorld } from './cancellation-world';
import { packageArrives, partOf, storeOrder, type StoredOrderOptions } from './stored-order';
import { ledgerOf, openAlerts, viewOrder } from './views';

let world: CancellationWorld;
let [shop, another] = [0, 0];
beforeAll(async () => {
  world = await CancellationWorld.open();
});
beforeEach(async () => {
  [shop, another] = [await world.shop(), await world.shop()];
  await world.takeCommands();
});
afterEach(async () => {
  await world.db.restoredReference.deleteMany();
  await world.db.restoreGap.deleteMany();
});
afterAll(() => world.close());

const UNKNOWN = expect.objectContaining({ status: 404, code: 'unknown_order', field: 'data.order_id' });
const STOPPED = { status: 200, outcome: 'stopped' };
const MINUTE = 60_000;

/** As `hub restore reconcile` does it. */
const restoredUntil = (lostUntil: Date) =>
  inTransaction(world.db, (tx) => openGap(tx, { lostFrom: new Date(0), lostUntil, openedBy: 'test' }));

const closeGap = async () => {
  await inTransaction(world.db, (tx) => routeWaitingAgain(tx));
  await world.db.restoreGap.updateMany({ data: { closedAt: new Date() } });
};

/** A third shop has listed a placement of the order; the gap is closed. */
async function listPlacement(orderId: string, number: number) {
  const { slug: sellingShop } = await world.db.shop.findUniqueOrThrow({ where: { id: shop } });
  const shopId = await world.shop();
  const { slug: shippingShop } = await world.db.shop.findUniqueOrThrow({ where: { id: shopId } });
  const placement = { sellingShop, orderId, shippingShop, number };
  const externalRef = new OrderReferences(TEST_ENCRYPTION_KEY).ofOrder(placement);
  const listed = { shopId, externalRef, storeOrderId: 'SO-9' };
  await restoredUntil(new Date());
  const { id: gapId } = await world.db.restoreGap.findFirstOrThrow();
  await world.db.restoredReference.create({ data: { ...listed, gapId, positions: [1] } });
  await closeGap();
  return listed;
}

const markers = () =>
  world.db.cancellationMarker.findMany({ where: { shopId: shop }, select: { orderId: true } });

describe('an unknown order (D12)', () => {
  it('is 404 unknown_order, unrecorded, and leaves a marker', async () => {
    expect(await world.deliver({ shopId: shop, orderId: 'O-9' })).toEqual(UNKNOWN);
    expect(await markers()).toEqual([{ orderId: 'O-9' }]);
    expect(await ledgerOf(world.db, shop)).toEqual([]);
  });

  it('is judged again when it is resent: stored by now, held or not, it is stopped', async () => {
    await world.deliver({ shopId: shop, orderId: 'O-9', eventId: 'E-1' });
    const order = await storeOrder(world.db, {
      sellingShopId: shop,
      orderId: 'O-9',
      state: 'held',
      furtherLines: ['waiting'],
    });
    expect(await world.deliver({ shopId: shop, orderId: 'O-9', eventId: 'E-1' })).toEqual(STOPPED);
    expect(await viewOrder(world.db, order.id)).toMatchObject({ order: 'stopped', lines: ['stopped'] });
  });

  it('a restored database that is not reconciled may have forgotten it: 503, with a marker', async () => {
    await restoredUntil(new Date());
    expect(await world.deliver({ shopId: shop, orderId: 'SO-9' })).toBe('unsettled');
    expect(await markers()).toEqual([{ orderId: 'SO-9' }]);
  });

  it('the same for one that its shop has listed, until it is sent there again', async () => {
    const order = await storeOrder(world.db, {
      sellingShopId: another,
      shippingOrders: [{ shopId: shop, state: 'planned' }],
    });
    const { id } = partOf(order);
    const { externalRef } = await world.db.shippingOrder.findUniqueOrThrow({ where: { id } });
    await restoredUntil(new Date(1));
    const gap = await world.db.restoreGap.findFirstOrThrow();
    const listed = { shopId: shop, externalRef, storeOrderId: 'SO-9', positions: [1] };
    await world.db.restoredReference.create({ data: { ...listed, gapId: gap.id } });
    await world.db.restoreGap.updateMany({ data: { closedAt: new Date() } });
    expect(await world.deliver({ shopId: shop, orderId: 'SO-9' })).toBe('unsettled');
    await world.db.shippingOrder.update({ where: { id }, data: { state: 'placed' } });
    expect(await world.deliver({ shopId: shop, orderId: 'SO-9' })).toEqual(UNKNOWN);
  });

  it('a known order is not stopped then without a call either, unless its shops have listed what they have', async () => {
    const order = await storeOrder(world.db, { sellingShopId: shop, furtherLines: ['waiting'] });
    await restoredUntil(new Date());
    const deliver = () => world.deliver({ shopId: shop, orderId: order.orderId });
    expect(await deliver()).toBe('unsettled');
    // Its shop may have stopped resending before it is.
    expect(await openAlerts(world.db)).toEqual(['cancellation_unanswered']);
    await closeGap();
    expect(await deliver()).toEqual(STOPPED);
    expect(await openAlerts(world.db)).toEqual([]);
  });

  it.each<[string, () => Partial<StoredOrderOptions>]>([
    ['of a line that waits, its order held', () => ({ state: 'held', furtherLines: ['waiting'] })],
    [
      'of a line that another shop is to have',
      () => ({ shippingOrders: [{ shopId: another, state: 'placed' }] }),
    ],
  ])('nor while a placement that a shop has listed is not found again: %s', async (_, stored) => {
    await storeOrder(world.db, { sellingShopId: shop, orderId: 'O-7', ...stored() });
    await listPlacement('O-7', 2);
    expect(await world.deliver({ shopId: shop, orderId: 'O-7' })).toBe('unsettled');
    expect(await openAlerts(world.db)).toContain('cancellation_unanswered');
  });

  it('and once it is found, the shop that listed it is asked', async () => {
    const listed = await listPlacement('O-7', 1);
    const found = { shopId: listed.shopId, state: 'placed', placedAs: listed } as const;
    await storeOrder(world.db, { sellingShopId: shop, orderId: 'O-7', shippingOrders: [found] });
    expect(await world.deliver({ shopId: shop, orderId: 'O-7' })).toBe('pending');
    await world.runStops();
    expect(world.calls.at(-1)).toMatchObject({
      shopId: listed.shopId,
      request: { order_id: listed.storeOrderId },
    });
  });

  it('a marker is left once, however often it comes', async () => {
    await world.deliver({ shopId: shop, orderId: 'O-9' });
    await world.deliver({ shopId: shop, orderId: 'O-9' });
    expect(await markers()).toHaveLength(1);
  });

  it("another shop's order is unknown, by the selling shop's id as by the shipping shop's", async () => {
    const order = await storeOrder(world.db, {
      sellingShopId: another,
      shippingOrders: [{ shopId: another, state: 'placed' }],
    });
    expect(await world.deliver({ shopId: shop, orderId: order.orderId })).toEqual(UNKNOWN);
    expect(await world.deliver({ shopId: shop, orderId: partOf(order).storeOrderId ?? '' })).toEqual(UNKNOWN);
  });

  it('waits for an order that is being stored at this moment', async () => {
    let cancelled: Promise<unknown> = Promise.resolve();
    await inTransaction(world.db, async (tx) => {
      await lockSellerOrderId(tx, { shopId: shop, orderId: 'O-9' });
      cancelled = world.deliver({ shopId: shop, orderId: 'O-9' });
      await waitForLocks(world.db);
      await tx.sellerOrder.create({
        data: {
          id: '00000000-0000-4000-8000-000000000001',
          shopId: shop,
          orderId: 'O-9',
          placedAt: 0n,
          currency: 'EUR',
          mode: 'live',
          destinationCountry: 'SE',
          shippingCost: 0,
          totalDiscounts: 0,
          correlation: 'test',
        },
      });
    });
    expect(await cancelled).toEqual(STOPPED);
    expect(await markers()).toEqual([]);
  });
});

describe('an unknown order while a placement at that shop has no known outcome (D11)', () => {
  const sending = (lastAttemptAt: number, shopId = shop) =>
    storeOrder(world.db, {
      sellingShopId: another,
      shippingOrders: [{ shopId, state: 'sending', lastAttemptAt }],
    });

  it.each(['sending', 'disputed'] as const)(
    'is 503, unrecorded, and leaves a marker: it may be that one (%s)',
    async (state) => {
      await storeOrder(world.db, {
        sellingShopId: another,
        shippingOrders: [{ shopId: shop, state, lastAttemptAt: world.now - 14 * MINUTE }],
      });
      expect(await world.deliver({ shopId: shop, orderId: 'SO-9' })).toBe('unsettled');
      expect(await markers()).toEqual([{ orderId: 'SO-9' }]);
      expect(await ledgerOf(world.db, shop)).toEqual([]);
    },
  );

  it('is 404 fifteen minutes after the last attempt', async () => {
    await sending(world.now - 15 * MINUTE);
    expect(await world.deliver({ shopId: shop, orderId: 'SO-9' })).toEqual(UNKNOWN);
    expect(await markers()).toEqual([{ orderId: 'SO-9' }]);
  });

  it('is 404 where the placement is at another shop', async () => {
    await sending(world.now, another);
    expect(await world.deliver({ shopId: shop, orderId: 'SO-9' })).toEqual(UNKNOWN);
  });

  it('does not keep a known order from being cancelled', async () => {
    await sending(world.now);
    const order = await storeOrder(world.db, { sellingShopId: shop, furtherLines: ['waiting'] });
    expect(await world.deliver({ shopId: shop, orderId: order.orderId })).toEqual(STOPPED);
  });
});

describe('a shop that cannot ship reports it before its order has its id (D12)', () => {
  async function aPlacementOf(lastAttemptAt: number) {
    const order = await storeOrder(world.db, {
      sellingShopId: another,
      shippingOrders: [{ shopId: shop, state: 'disputed', lastAttemptAt }],
    });
    return { order, part: partOf(order) };
  }
  const named = { eventId: 'E-7', reason: 'out of stock' };
  const placeAs = ({ id: shippingOrderId }: { id: string }, storeOrderId: string) =>
    inTransaction(world.db, async (tx) => {
      await lockSellerOrderId(tx, { shopId: shop, orderId: storeOrderId });
      const placed = { shippingOrderId, shopId: shop, storeOrderId, correlation: 'test', now: world.now };
      await settleAsPlaced(tx, placed);
    });

  it.each([
    ['503', 14 * MINUTE],
    ['404', 15 * MINUTE],
  ])(
    'answered with %s, it counts once the id is known: stopped by a call, and routed again without that shop',
    async (_, agoMs) => {
      const { order, part } = await aPlacementOf(world.now - agoMs);
      await world.deliver({ shopId: shop, orderId: 'SO-9', ...named });
      await placeAs(part, 'SO-9');
      expect(await world.runStops()).toEqual([{ type: 'order.route', payload: { sellerOrderId: order.id } }]);
      expect(world.calls.at(-1)).toMatchObject({
        shopId: shop,
        request: { order_id: 'SO-9', reason: 'out of stock' },
      });
      expect(await viewOrder(world.db, order.id)).toMatchObject({
        order: 'accepted',
        lines: ['waiting'],
        shippingOrders: ['stopped'],
      });
      expect(await world.db.orderLine.findFirst({ where: { sellerOrderId: order.id } })).toMatchObject({
        excludedShops: [shop],
      });
      expect(await markers()).toEqual([]);
      // The shop's resend only confirms.
      expect(await world.deliver({ shopId: shop, orderId: 'SO-9', ...named })).toEqual(STOPPED);
    },
  );

  it('the resend that finds it under way is answered when it has ended', async () => {
    const { part } = await aPlacementOf(world.now);
    await world.deliver({ shopId: shop, orderId: 'SO-9', ...named });
    await placeAs(part, 'SO-9');
    await world.applyMarkers();
    world.replies.length = 0;
    expect(await world.deliver({ shopId: shop, orderId: 'SO-9', ...named })).toBe('pending');
    await world.runStops();
    expect(world.replies).toMatchObject([{ verdict: STOPPED }]);
    expect(await ledgerOf(world.db, shop)).toMatchObject([{ eventId: 'E-7', outcome: 'stopped' }]);
  });

  it('another id has no effect on this one', async () => {
    const { order, part } = await aPlacementOf(world.now);
    await world.deliver({ shopId: shop, orderId: 'SO-8', ...named });
    await placeAs(part, 'SO-9');
    expect(await world.runStops()).toEqual([]);
    expect(await viewOrder(world.db, order.id)).toMatchObject({ shippingOrders: ['placed'] });
  });

  it('where it has shipped by then, support is alerted and nothing is routed again', async () => {
    const { order, part } = await aPlacementOf(world.now);
    await world.deliver({ shopId: shop, orderId: 'SO-9', ...named });
    await placeAs(part, 'SO-9');
    await packageArrives(world.db, part);
    expect(await world.runStops()).toEqual([]);
    expect(await viewOrder(world.db, order.id)).toMatchObject({ shippingOrders: ['placed'], stops: [null] });
    expect(await world.db.alert.findFirst({ where: { sellerOrderId: order.id } })).toMatchObject({
      kind: 'cancellation_overruled',
      subject: `shipping_order:${part.id}`,
    });
  });

  it('a cancellation that arrives at the same moment is not missed', async () => {
    const { order, part } = await aPlacementOf(world.now);
    let cancelled: Promise<unknown> = Promise.resolve();
    await inTransaction(world.db, async (tx) => {
      await lockSellerOrderId(tx, { shopId: shop, orderId: 'SO-9' });
      cancelled = world.deliver({ shopId: shop, orderId: 'SO-9', ...named });
      await waitForLocks(world.db);
      const placed = { shippingOrderId: part.id, shopId: shop, correlation: 'test', now: world.now };
      await settleAsPlaced(tx, { ...placed, storeOrderId: 'SO-9' });
    });
    expect(await cancelled).toBe('pending');
    await world.runStops();
    expect(await viewOrder(world.db, order.id)).toMatchObject({ shippingOrders: ['stopped'] });
    expect(await markers()).toEqual([]);
  });
});

it('D9: cancelled_at in the future is future_timestamp with its own field, recorded; five seconds are tolerated (D3)', async () => {
  const order = await storeOrder(world.db, { sellingShopId: shop, furtherLines: ['waiting'] });
  const at = (ms: number) => new Date(world.now + ms).toISOString();
  const sent = { shopId: shop, orderId: order.orderId };
  expect(await world.deliver({ ...sent, cancelledAt: at(5_001) })).toMatchObject({
    status: 422,
    code: 'future_timestamp',
    field: 'data.cancelled_at',
  });
  expect(await ledgerOf(world.db, shop)).toMatchObject([{ status: 422 }]);
  expect(await viewOrder(world.db, order.id)).toMatchObject({ order: 'accepted' });
  expect(await world.deliver({ ...sent, cancelledAt: at(5_000) })).toEqual(STOPPED);
});

it("Clocks: a cancellation of now is accepted by a worker whose clock is 6 s behind the ingress's", async () => {
  const order = await storeOrder(world.db, { sellingShopId: shop, furtherLines: ['waiting'] });
  const receivedAt = world.now + 6_000;
  const cancelledAt = new Date(receivedAt).toISOString();
  const sent = { shopId: shop, orderId: order.orderId, cancelledAt, receivedAt };
  expect(await world.deliver(sent)).toEqual(STOPPED);
});

it('an id of both kinds names the shipping order: the seller order is its echo that lost the loop guard', async () => {
  const real = await storeOrder(world.db, {
    sellingShopId: another,
    shippingOrders: [{ shopId: shop, state: 'placed' }],
  });
  const echo = await storeOrder(world.db, {
    sellingShopId: shop,
    orderId: partOf(real).storeOrderId ?? '',
    furtherLines: ['own'],
  });
  expect(await world.deliver({ shopId: shop, orderId: echo.orderId })).toBe('pending');
  await world.runStops();
  expect(await viewOrder(world.db, real.id)).toMatchObject({
    lines: ['waiting'],
    shippingOrders: ['stopped'],
  });
  expect(await viewOrder(world.db, echo.id)).toMatchObject({ order: 'accepted', lines: ['own'] });
});
