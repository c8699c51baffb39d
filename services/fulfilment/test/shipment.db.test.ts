import { createHash } from 'node:crypto';
import { inTransaction } from '@hub/database';
import { raiseAlert } from '@hub/alerts';
import { closeGap, keepReport, openGap } from '@hub/orders/restore';
import { applyStockReport, markAttempt } from '@hub/stock';
import { accepted, duplicate, refused } from '@hub/test-world';
import { aShippingOrder, type StoredShippingOrder, aShop, waitForLocks } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { aPackageOf, FulfilmentWorld } from './fulfilment-world';

/** Timers of the driver go on; only the process's clock is set. */
const NOT_THE_DATE = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

let world: FulfilmentWorld;
beforeAll(async () => {
  world = await FulfilmentWorld.open();
}, 60_000);
afterAll(() => world.close());

const packagesOf = (order: StoredShippingOrder) =>
  world.db.package.findMany({ where: { shippingOrderId: order.id }, include: { lines: true } });
const lineStates = async (order: StoredShippingOrder) => {
  const lines = await world.db.orderLine.findMany({
    where: { sellerOrderId: order.sellerOrderId },
    orderBy: { position: 'asc' },
  });
  return lines.map(({ state }) => state);
};
const openAlerts = ({ sellerOrderId }: StoredShippingOrder) =>
  world.db.alert.findMany({ where: { sellerOrderId, state: 'open' } });
const packaged = async (order: StoredShippingOrder) => {
  const lines = await world.db.shippingOrderLine.findMany({
    where: { shippingOrderId: order.id },
    orderBy: { position: 'asc' },
  });
  return lines.map((line) => line.packaged);
};

describe('state table: Shipping order | fulfillment.shipped | Valid package', () => {
  it('the lines are shipped, and tracking is on its way to the seller order', async () => {
    const order = await aShippingOrder(world.db, { quantities: [1, 1] });
    expect(await world.ship(order.shopId, aPackageOf(order, { package_id: 'P-1' }))).toEqual(accepted);
    expect(await lineStates(order)).toEqual(['shipped', 'shipped']);
    expect(await packaged(order)).toEqual([1, 1]);
    const [stored] = await packagesOf(order);
    const due = { state: 'due', calledShopId: order.sellingShopId, nextAttemptAt: expect.any(Date) };
    expect(stored).toMatchObject({ packageId: 'P-1', correlation: 'test', ...due });
  });

  it('D11: a line is complete once its quantities add up over several packages', async () => {
    const order = await aShippingOrder(world.db, { quantities: [3] });
    const [line] = order.lines;
    const of = (quantity: number) => ({
      line_items: [{ external_ref: line?.reference ?? '', quantity }],
    });
    expect(await world.ship(order.shopId, aPackageOf(order, of(2)))).toEqual(accepted);
    expect(await lineStates(order)).toEqual(['allocated']);
    expect(await world.ship(order.shopId, aPackageOf(order, of(1)))).toEqual(accepted);
    expect(await lineStates(order)).toEqual(['shipped']);
    expect(await packagesOf(order)).toHaveLength(2);
  });

  it("D24: is recorded by the clock of the database, whatever the process's own says", async () => {
    const order = await aShippingOrder(world.db, { quantities: [1] });
    const now = Date.now();
    jest.useFakeTimers({ now: now - 3_600_000, doNotFake: [...NOT_THE_DATE] });
    try {
      const october = aPackageOf(order, { shipped_at: '2026-10-31T18:00:00Z' });
      expect(await world.ship(order.shopId, october)).toEqual(accepted);
    } finally {
      jest.useRealTimers();
    }
    const [stored] = await packagesOf(order);
    expect(Math.abs((stored?.createdAt.getTime() ?? 0) - now)).toBeLessThan(1_800_000);
  });

  it('a line named twice in one package counts with the sum of its pieces', async () => {
    const order = await aShippingOrder(world.db, { quantities: [3] });
    const external_ref = order.lines[0]?.reference ?? '';
    const data = aPackageOf(order, {
      line_items: [
        { external_ref, quantity: 1 },
        { external_ref, quantity: 2 },
      ],
    });
    expect(await world.ship(order.shopId, data)).toEqual(accepted);
    const [stored] = await packagesOf(order);
    expect(stored?.lines).toMatchObject([{ quantity: 3 }]);
  });

  it('its tracking number has no limit except that of the event', async () => {
    const order = await aShippingOrder(world.db);
    // 9 KB that no compression makes fit for an entry of an index.
    const hashes = Array.from({ length: 200 }, (_, n) =>
      createHash('sha256').update(`${n}`).digest('base64'),
    );
    const data = aPackageOf(order, { tracking_number: hashes.join('') });
    expect(await world.ship(order.shopId, data)).toEqual(accepted);
  });

  it('D8: never more than was ordered, and nothing of the package is stored', async () => {
    const order = await aShippingOrder(world.db, { quantities: [2] });
    const external_ref = order.lines[0]?.reference ?? '';
    await world.ship(order.shopId, aPackageOf(order));
    const data = aPackageOf(order, { line_items: [{ external_ref, quantity: 2 }] });
    expect(await world.ship(order.shopId, data)).toMatchObject(
      refused(409, 'quantity_exceeded', 'data.line_items[0].quantity'),
    );
    expect(await packaged(order)).toEqual([1]);
    expect(await packagesOf(order)).toHaveLength(1);
  });

  it('D17: what is left of a shipped line’s reservation ends with the next stock report', async () => {
    const order = await aShippingOrder(world.db);
    await world.ship(order.shopId, aPackageOf(order));
    const reservations = await world.db.reservation.findMany({
      where: { shippingOrderLineId: order.lines[0]?.id ?? '' },
    });
    expect(reservations).toMatchObject([{ remaining: 1, endsWithNextReport: true }]);
  });

  it.each(['order', 'shipment'] as const)(
    'D17: stock deducted at %s: a decrease before the package is known is consumed with it',
    async (stockDeductedAt) => {
      const { order, variant, gtin } = await anOrderWhoseStockFell(stockDeductedAt);

      await world.ship(order.shopId, aPackageOf(order));

      const where = { shopId_variantId: variant };
      expect(await world.db.variant.findUnique({ where })).toMatchObject({ committed: 0n });
      expect(await world.commandsOf('network-quantity.recalculate')).toContainEqual({ gtin });
    },
  );
});

/**
 * One whose receipt was lost; the shop's own figure decreased by its one piece, and was reported, before any package.
 */
async function anOrderWhoseStockFell(stockDeductedAt: 'order' | 'shipment') {
  const shippingShop = await aShop(world.db, { stockDeductedAt });
  const order = await aShippingOrder(world.db, { shippingShop, state: 'sending', storeOrderId: null });
  const variant = { shopId: shippingShop.id, variantId: order.lines[0]?.variantId ?? '' };
  await world.db.reservation.updateMany({ where: variant, data: { consumableFrom: null } });
  const atNs = BigInt(Date.now()) * 1_000_000n;
  await inTransaction(world.db, (tx) => markAttempt(tx, order.id, atNs));
  const report = { ...variant, decrease: 1, changedAtNs: atNs + 1n };
  await inTransaction(world.db, (tx) => applyStockReport(tx, [report]));
  const { gtin } = await world.db.variant.findUniqueOrThrow({ where: { shopId_variantId: variant } });
  return { order, variant, gtin };
}

describe('idempotency: fulfillment.shipped | Package identity and service references', () => {
  it('an exact replay under another event id stores no other package', async () => {
    const order = await aShippingOrder(world.db, { quantities: [2] });
    const data = aPackageOf(order);
    await world.ship(order.shopId, data);
    expect(await world.ship(order.shopId, data)).toEqual(duplicate);
    expect(await packagesOf(order)).toHaveLength(1);
    expect(await packaged(order)).toEqual([1]);
  });

  it.each(['ship', 'shipAgain'] as const)(
    'a replay (%s) resumes a tracking that was given up',
    async (how) => {
      const order = await aShippingOrder(world.db);
      const data = aPackageOf(order);
      await world.ship(order.shopId, data);
      await world.db.package.updateMany({
        where: { shippingOrderId: order.id },
        data: { state: 'failed', nextAttemptAt: null },
      });
      await world.db.outbox.deleteMany();
      await world[how](order.shopId, data);
      const [stored] = await packagesOf(order);
      expect(stored).toMatchObject({ state: 'due', nextAttemptAt: expect.any(Date) });
    },
  );

  it.each(['due', 'sending', 'done'] as const)(
    'a replay does not change a tracking that is %s',
    async (state) => {
      const order = await aShippingOrder(world.db);
      const data = aPackageOf(order);
      await world.ship(order.shopId, data);
      await world.db.package.updateMany({ where: { shippingOrderId: order.id }, data: { state } });
      await world.db.outbox.deleteMany();
      expect(await world.shipAgain(order.shopId, data)).toBeNull();
      expect(await packagesOf(order)).toMatchObject([{ state }]);
    },
  );

  it('D8: the same package_id for other data is a conflict', async () => {
    const order = await aShippingOrder(world.db, { quantities: [2] });
    const data = aPackageOf(order);
    await world.ship(order.shopId, data);
    expect(await world.ship(order.shopId, { ...data, tracking_number: 'another' })).toMatchObject(
      refused(409, 'event_id_conflict', 'data.package_id'),
    );
  });

  it('D11: the same package_id at another shipping order is another package', async () => {
    const [one, other] = [await aShippingOrder(world.db), await aShippingOrder(world.db)];
    await world.ship(one.shopId, aPackageOf(one, { package_id: 'P-same' }));
    expect(await world.ship(other.shopId, aPackageOf(other, { package_id: 'P-same' }))).toEqual(accepted);
    const [first, second] = [await packagesOf(one), await packagesOf(other)];
    expect(first[0]?.reference).not.toBe(second[0]?.reference);
  });

  it('the tracking’s reference follows from the package’s identity, also in a restored database', async () => {
    const order = await aShippingOrder(world.db);
    const data = aPackageOf(order);
    await world.ship(order.shopId, data);
    const [before] = await packagesOf(order);
    await world.db.packageLine.deleteMany({ where: { package: { shippingOrderId: order.id } } });
    await world.db.package.deleteMany({ where: { shippingOrderId: order.id } });
    await world.db.shippingOrderLine.updateMany({
      where: { shippingOrderId: order.id },
      data: { packaged: 0 },
    });
    await world.ship(order.shopId, data);
    const [after] = await packagesOf(order);
    expect(after?.reference).toBe(before?.reference);
  });
});

describe('references', () => {
  it('D11: an unknown order reference is an unknown order', async () => {
    const order = await aShippingOrder(world.db);
    expect(await world.ship(order.shopId, aPackageOf(order, { external_ref: 'nowhere' }))).toMatchObject(
      refused(404, 'unknown_order', 'data.external_ref'),
    );
  });

  it('D11: while a restored database is not reconciled, it may be one that was forgotten: 503, and sent again', async () => {
    const order = await aShippingOrder(world.db);
    const gap = { lostFrom: new Date(0), lostUntil: new Date(1), openedBy: 'test' };
    await inTransaction(world.db, (tx) => openGap(tx, gap));
    const unknown = aPackageOf(order, { external_ref: 'nowhere' });
    expect(await world.ship(order.shopId, unknown)).toMatchObject({ kind: 'unsettled' });
    await world.db.restoreGap.deleteMany();
    expect(await world.ship(order.shopId, unknown)).toMatchObject({ kind: 'decided' });
  });

  it('D11: so is one that its shop has listed since, until it is placed again', async () => {
    const order = await aShippingOrder(world.db);
    const gap = { lostFrom: new Date(0), lostUntil: new Date(1), openedBy: 'test' };
    await inTransaction(world.db, (tx) => openGap(tx, gap));
    const { id: gapId } = await world.db.restoreGap.findFirstOrThrow();
    await inTransaction(world.db, async (tx) => {
      const placements = [{ externalRef: 'forgotten', storeOrderId: 'SO-9', positions: [1] }];
      await keepReport(tx, { gapId, shopId: order.shopId, reportedBy: 'test', placements, now: new Date() });
      await closeGap(tx, { id: gapId, closedBy: 'test', now: new Date() });
    });
    const shipped = (external_ref: string) => world.ship(order.shopId, aPackageOf(order, { external_ref }));
    expect(await shipped('forgotten')).toMatchObject({ kind: 'unsettled' });
    expect(await shipped('nowhere')).toMatchObject(refused(404, 'unknown_order', 'data.external_ref'));
  });

  it('D11: one that is being placed again at this moment is found, forgotten or not', async () => {
    const order = await aShippingOrder(world.db);
    const { externalRef } = await world.db.shippingOrder.findUniqueOrThrow({ where: { id: order.id } });
    const hasReference = (db: Pick<typeof world.db, 'shippingOrder'>, reference: string) =>
      db.shippingOrder.update({ where: { id: order.id }, data: { externalRef: reference } });
    await hasReference(world.db, 'not-there-yet');
    let shipped: Promise<unknown> = Promise.resolve();
    await inTransaction(world.db, async (tx) => {
      await tx.$executeRaw`LOCK TABLE restore_gap`;
      await hasReference(tx, externalRef);
      shipped = world.ship(order.shopId, aPackageOf(order, { external_ref: externalRef }));
      await waitForLocks(world.db);
    });
    expect(await shipped).toMatchObject({ kind: 'decided', verdict: { status: 200 } });
  });

  it('another shop’s reference is an unknown order', async () => {
    const order = await aShippingOrder(world.db);
    const other = await aShop(world.db);
    expect(await world.ship(other.id, aPackageOf(order))).toMatchObject(
      refused(404, 'unknown_order', 'data.external_ref'),
    );
    expect(await packagesOf(order)).toEqual([]);
  });

  it('D18: a dry run’s order was never sent: its reference is unknown', async () => {
    const order = await aShippingOrder(world.db, { state: 'dry_run', storeOrderId: null });
    expect(await world.ship(order.shopId, aPackageOf(order))).toMatchObject(
      refused(404, 'unknown_order', 'data.external_ref'),
    );
  });

  it('D12: a package for a rest that was ended is refused, and support is alerted', async () => {
    const order = await aShippingOrder(world.db, { quantities: [1, 1] });
    const [first, second] = order.lines;
    await world.db.shippingOrderLine.update({
      where: { id: second?.id ?? '' },
      data: { restEndedAt: new Date() },
    });
    const holding = (reference: string | undefined) =>
      aPackageOf(order, {
        package_id: reference ?? '',
        line_items: [{ external_ref: reference ?? '', quantity: 1 }],
      });
    expect(await world.ship(order.shopId, holding(first?.reference))).toEqual(accepted);
    expect(await world.ship(order.shopId, holding(second?.reference))).toMatchObject(
      refused(422, 'invalid_fulfillment', 'data.line_items[0].external_ref'),
    );
    expect(await openAlerts(order)).toMatchObject([{ kind: 'package_for_stopped_order' }]);
  });

  it('D11: an alias of the order is its id too, and is used at that shop', async () => {
    const shippingShop = await aShop(world.db);
    const order = await aShippingOrder(world.db, { shippingShop });
    const alias = { shopId: shippingShop.id, orderId: '#1001', shippingOrderId: order.id };
    await world.db.shippingOrderAlias.create({ data: alias });
    expect(await world.ship(shippingShop.id, aPackageOf(order, { order_id: '#1001' }))).toEqual(accepted);
    const other = await aShippingOrder(world.db, { shippingShop, state: 'sending', storeOrderId: null });
    expect(await world.ship(shippingShop.id, aPackageOf(other, { order_id: '#1001' }))).toMatchObject(
      refused(422, 'invalid_fulfillment', 'data.order_id'),
    );
  });

  it('D9: an order_id that is not this order’s does not belong with its reference', async () => {
    const order = await aShippingOrder(world.db);
    expect(await world.ship(order.shopId, aPackageOf(order, { order_id: 'SO-other' }))).toMatchObject(
      refused(422, 'invalid_fulfillment', 'data.order_id'),
    );
  });

  it('D9: a line of another shipping order of the shop does not belong here', async () => {
    const shippingShop = await aShop(world.db);
    const order = await aShippingOrder(world.db, { shippingShop });
    const other = await aShippingOrder(world.db, { shippingShop });
    const line_items = [{ external_ref: other.lines[0]?.reference ?? '', quantity: 1 }];
    expect(await world.ship(shippingShop.id, aPackageOf(order, { line_items }))).toMatchObject(
      refused(422, 'invalid_fulfillment', 'data.line_items[0].external_ref'),
    );
  });

  it('another shop’s line is as unknown as one that does not exist', async () => {
    const [order, other] = [await aShippingOrder(world.db), await aShippingOrder(world.db)];
    const line_items = [{ external_ref: other.lines[0]?.reference ?? '', quantity: 1 }];
    expect(await world.ship(order.shopId, aPackageOf(order, { line_items }))).toMatchObject(
      refused(404, 'unknown_line', 'data.line_items[0].external_ref'),
    );
  });
});

describe('D11: where the receipt of POST /orders was lost', () => {
  it.each(['planned', 'sending', 'placed', 'refused'] as const)(
    'the package supplies the order_id of an order that is %s',
    async (state) => {
      const order = await aShippingOrder(world.db, { state, storeOrderId: null });
      await world.db.shippingOrder.update({
        where: { id: order.id },
        data: {
          leaseUntil: new Date(),
          nextAttemptAt: new Date(),
          lastFailure: 'timeout',
          failedAt: new Date(),
        },
      });
      const { sellerOrderId } = order;
      const subject = `shipping_order:${order.id}`;
      await raiseAlert(world.db, { kind: 'placing_failed', subject, sellerOrderId, message: 'not placed' });
      const data = aPackageOf(order, { order_id: `SO-reported-${state}` });
      expect(await world.ship(order.shopId, data)).toEqual(accepted);
      expect(await world.db.shippingOrder.findUnique({ where: { id: order.id } })).toMatchObject({
        state: 'placed',
        storeOrderId: `SO-reported-${state}`,
        placedAt: expect.any(Date),
        leaseUntil: null,
        nextAttemptAt: null,
        lastFailure: null,
        failedAt: null,
      });
      expect(await openAlerts(order)).toEqual([]);
    },
  );

  it('an order_id that the shop uses for another shipping order is refused', async () => {
    const shippingShop = await aShop(world.db);
    const known = await aShippingOrder(world.db, { shippingShop });
    const order = await aShippingOrder(world.db, { shippingShop, state: 'sending', storeOrderId: null });
    expect(
      await world.ship(shippingShop.id, aPackageOf(order, { order_id: known.storeOrderId })),
    ).toMatchObject(refused(422, 'invalid_fulfillment', 'data.order_id'));
    expect(await world.db.shippingOrder.findUnique({ where: { id: order.id } })).toMatchObject({
      state: 'sending',
      storeOrderId: null,
    });
  });
});

describe('D9: a package for a shipping order that was ended', () => {
  it('is refused, and support is alerted once', async () => {
    const order = await aShippingOrder(world.db, { state: 'stopped' });
    const data = aPackageOf(order, { package_id: 'P-late', carrier: 'DHL', tracking_number: 'T-late' });
    for (const _ of [1, 2]) {
      expect(await world.ship(order.shopId, data)).toMatchObject(
        refused(422, 'invalid_fulfillment', 'data.external_ref'),
      );
    }
    expect(await packagesOf(order)).toEqual([]);
    expect(await packaged(order)).toEqual([0]);
    expect(await openAlerts(order)).toMatchObject([
      {
        kind: 'package_for_stopped_order',
        shopId: order.shopId,
        count: 2,
        detail: { packageId: 'P-late', carrier: 'DHL', trackingNumber: 'T-late' },
      },
    ]);
  });

  it('is refused where its shop had refused the order and its line went to another', async () => {
    const order = await aShippingOrder(world.db, { state: 'refused', storeOrderId: null });
    await aShippingOrder(world.db, { ofLine: order.lines[0] });
    expect(await world.ship(order.shopId, aPackageOf(order))).toMatchObject(
      refused(422, 'invalid_fulfillment', 'data.external_ref'),
    );
    expect(await openAlerts(order)).toMatchObject([{ kind: 'package_for_stopped_order' }]);
  });
});

describe('D12: a package while its shipping order is being stopped', () => {
  it.each(['settling', 'due', 'sending', 'failed'] as const)(
    'is accepted where the stop is %s, and the stop is resumed to end as already shipped',
    async (stop) => {
      const order = await aShippingOrder(world.db, { stop });
      expect(await world.ship(order.shopId, aPackageOf(order))).toEqual(accepted);
      expect(await world.commandsOf('shipping-order.stop')).toContainEqual({ stopId: order.stopId });
    },
  );

  it('is refused once the stop is confirmed', async () => {
    const order = await aShippingOrder(world.db, { state: 'stopped', stop: 'confirmed' });
    expect(await world.ship(order.shopId, aPackageOf(order))).toMatchObject(
      refused(422, 'invalid_fulfillment', 'data.external_ref'),
    );
    expect(await world.commandsOf('shipping-order.stop')).not.toContainEqual({ stopId: order.stopId });
  });
});

it('D7: a package with a faulty tracking URL is stored without it, and is the same as a stored one', async () => {
  const order = await aShippingOrder(world.db);
  const right = aPackageOf(order, { tracking_url: 'https://carrier.example/1' });
  expect(await world.ship(order.shopId, right)).toEqual(accepted);
  expect(await world.ship(order.shopId, { ...right, tracking_url: 'www.carrier.example/1' })).toMatchObject({
    verdict: { status: 200, outcome: 'duplicate' },
  });
  const other = await aShippingOrder(world.db);
  const faulty = aPackageOf(other, { tracking_url: 'javascript:alert(1)' });
  expect(await world.ship(other.shopId, faulty)).toEqual(accepted);
  expect(await world.db.package.findFirstOrThrow({ where: { shippingOrderId: other.id } })).toMatchObject({
    trackingUrl: null,
  });
});

it('D38: a shipping order is packed once every piece is in a package', async () => {
  const order = await aShippingOrder(world.db, { quantities: [2, 1] });
  const [two, one] = order.lines;
  if (!two || !one) throw new Error('an order without lines');
  const packedAt = async () =>
    (await world.db.shippingOrder.findUniqueOrThrow({ where: { id: order.id } })).packedAt;
  const ship = (package_id: string, reference: string) =>
    world.ship(
      order.shopId,
      aPackageOf(order, { package_id, line_items: [{ external_ref: reference, quantity: 1 }] }),
    );
  expect(await ship('P-1', two.reference)).toEqual(accepted);
  expect(await ship('P-2', one.reference)).toEqual(accepted);
  expect(await packedAt()).toBeNull();
  expect(await ship('P-3', two.reference)).toEqual(accepted);
  expect(await packedAt()).toBeInstanceOf(Date);
});

describe('D3: a package cannot have shipped in the future', () => {
  it('is refused with its own field', async () => {
    const order = await aShippingOrder(world.db);
    const shipped_at = new Date(Date.now() + 60_000).toISOString();
    expect(await world.ship(order.shopId, aPackageOf(order, { shipped_at }))).toMatchObject(
      refused(422, 'future_timestamp', 'data.shipped_at'),
    );
  });

  it("Clocks: one that has just shipped is accepted by a worker whose clock is 6 s behind the ingress's", async () => {
    const order = await aShippingOrder(world.db);
    const now = Date.now();
    const data = aPackageOf(order, { shipped_at: new Date(now).toISOString() });
    expect(await world.ship(order.shopId, data, { now: now - 6_000, receivedAt: now })).toEqual(accepted);
  });
});
