import {
  aGtin,
  anAddress,
  anOrder,
  anOrderLine,
  aShop,
  aVariant,
  eventually,
  type OrderLineData,
  type StoredShop,
} from '@hub/testing';
import { createDatabase, rows } from '@hub/database';
import { findAwaited } from '@hub/stock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { pickAllDue } from './place-one';
import { RELAY_DOMAIN, RoutingWorld } from './routing-world';

const CountRow = z.object({ count: z.int() });

const HAT = aGtin(1);
const COAT = aGtin(2);
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString();

let world: RoutingWorld;
let seller: StoredShop;
beforeAll(async () => {
  world = await RoutingWorld.open();
}, 60_000);
afterAll(() => world.close());
beforeEach(async () => {
  await world.empty();
  seller = await aShop(world.db, { slug: 'seller' });
  await aVariant(world.db, { shopId: seller.id, variantId: 'V-hat', gtin: HAT });
  await aVariant(world.db, { shopId: seller.id, variantId: 'V-coat', gtin: COAT });
});

const hat = (overrides: Partial<OrderLineData> = {}) =>
  anOrderLine({ line_item_id: 'hat', variant_id: 'V-hat', ...overrides });
const coat = (overrides: Partial<OrderLineData> = {}) =>
  anOrderLine({ line_item_id: 'coat', variant_id: 'V-coat', ...overrides });

/** A shipping shop with pieces of articles. */
async function aShipper(
  stock: { hat?: number; coat?: number },
  overrides: Parameters<typeof aShop>[1] = {},
): Promise<StoredShop> {
  const shop = await aShop(world.db, overrides);
  if (stock.hat !== undefined)
    await aVariant(world.db, {
      shopId: shop.id,
      variantId: `${shop.slug}-hat`,
      gtin: HAT,
      onHand: stock.hat,
    });
  if (stock.coat !== undefined)
    await aVariant(world.db, {
      shopId: shop.id,
      variantId: `${shop.slug}-coat`,
      gtin: COAT,
      onHand: stock.coat,
    });
  return shop;
}

async function routed(order = anOrder({ created_at: YESTERDAY, line_items: [hat()] })) {
  const id = await world.accept(seller.id, order);
  await world.db.outbox.deleteMany();
  await world.route(id);
  return world.order(order.order_id);
}

describe('a routed order', () => {
  it('has its decision, its shipping order, its reservation and its commands from one transaction', async () => {
    const near = await aShipper({ hat: 5 });
    const abroad = await aShipper({ hat: 9 }, { destinationCountries: ['NO'] });
    const order = await routed(anOrder({ line_items: [hat({ quantity: 2, unit_price: 10 })] }));

    expect(order.lines).toMatchObject([{ state: 'allocated', waitingReason: null, gtin: null }]);
    expect(order.placements).toBe(1);
    const [shippingOrder] = order.shippingOrders;
    expect(shippingOrder).toMatchObject({
      shopId: near.id,
      state: 'planned',
      payload: { line_items: [{ variant_id: `${near.slug}-hat`, quantity: 2, unit_price: 7 }] },
      lines: [
        {
          variantId: `${near.slug}-hat`,
          calculation: { unitPrice: '7.00', splitRate: '0.7', shipping: { share: '0.00' } },
        },
      ],
    });
    expect(order.decisions).toMatchObject([
      {
        policyVersion: 'D19-2',
        detail: {
          country: 'SE',
          lines: [
            {
              lineItemId: 'hat',
              chosen: { shopId: near.id },
              candidates: [{ shopId: near.id, freeStock: 5, distanceKm: null }],
              ruledOut: [
                { shopId: seller.id, reason: 'same_shop' },
                { shopId: abroad.id, reason: 'not_shipped_to_country' },
              ],
            },
          ],
        },
      },
    ]);
    const variant = { shopId_variantId: { shopId: near.id, variantId: `${near.slug}-hat` } };
    expect(await world.db.variant.findUnique({ where: variant })).toMatchObject({ committed: 2n });
    expect(await pickAllDue(world, Date.now())).toEqual([shippingOrder?.id]);
    expect(await world.commands()).toEqual([
      { type: 'network-quantity.recalculate', payload: { gtin: HAT, fallen: 2 } },
    ]);
  });

  it('routed again changes nothing', async () => {
    await aShipper({ hat: 5 });
    const order = await routed();
    expect(await world.route(order.id)).toEqual({ kind: 'ignored', reason: 'no line waits' });
    expect(await world.order(order.orderId)).toEqual(order);
  });

  it('one placement for each shop, with its own references (D18)', async () => {
    const hats = await aShipper({ hat: 5 });
    const coats = await aShipper({ coat: 5 });
    const order = await routed(anOrder({ line_items: [hat(), coat()] }));
    expect(order.placements).toBe(2);
    expect(order.shippingOrders.map(({ shopId }) => shopId).toSorted()).toEqual(
      [hats.id, coats.id].toSorted(),
    );
    const refs = order.shippingOrders.flatMap(({ externalRef, lines }) => [
      externalRef,
      ...lines.map((line) => line.externalRef),
    ]);
    expect(new Set(refs).size).toBe(4);
    expect(await pickAllDue(world, Date.now())).toHaveLength(2);
    expect(await world.commandTypes()).toEqual([
      'network-quantity.recalculate',
      'network-quantity.recalculate',
    ]);
  });

  it('a line is never split; lines of one article share the stock', async () => {
    await aShipper({ hat: 3 });
    const lines = ['a', 'b', 'c'].map((id) => hat({ line_item_id: id, quantity: 2 }));
    const order = await routed(anOrder({ line_items: lines }));
    expect(order.lines.map(({ state }) => state)).toEqual(['allocated', 'waiting', 'waiting']);
    expect(await world.stockFaults()).toEqual([]);
  });

  it('distance counts where the customer gives coordinates', async () => {
    const locations = (latitude: number) => [{ locationId: '1001', latitude, longitude: 18.06 }];
    await aShipper({ hat: 99 }, { locations: locations(63) });
    const near = await aShipper({ hat: 1 }, { locations: locations(59.5) });
    const address = anAddress({ latitude: 59.33, longitude: 18.06 });
    const order = await routed(anOrder({ line_items: [hat()], shipping_address: address }));
    expect(order.shippingOrders).toMatchObject([
      { shopId: near.id, payload: { ship_to: { latitude: 59.33 } } },
    ]);
    expect(order.decisions).toMatchObject([
      {
        detail: {
          withCoordinates: true,
          lines: [{ candidates: [{ distanceKm: 18.9 }, { distanceKm: 408.1 }] }],
        },
      },
    ]);
    expect(JSON.stringify(order.decisions)).not.toContain('59.33');
  });

  it('the mail server’s view finds the customer’s e-mail address behind the relay address (D29)', async () => {
    await aShipper({ hat: 1 });
    const [shippingOrder] = (await routed()).shippingOrders;
    expect(shippingOrder?.relayEmail).toContain(`@${RELAY_DOMAIN}`);
    expect(JSON.stringify(shippingOrder?.payload)).not.toContain('customer.example');
    const found = await world.db.$queryRaw`SELECT address, customer_email FROM relay_address`;
    expect(found).toEqual([
      { address: shippingOrder?.relayEmail, customer_email: 'ada.lind@customer.example' },
    ]);
  });

  it.each(['held', 'stopping', 'stopped'] as const)('not while the order is %s', async (state) => {
    await aShipper({ hat: 1 });
    const id = await world.accept(seller.id, anOrder({ line_items: [hat()] }));
    await world.db.sellerOrder.update({ where: { id }, data: { state } });
    expect(await world.route(id)).toEqual({ kind: 'ignored', reason: `the order is ${state}` });
    expect(await world.db.shippingOrder.count()).toBe(0);
  });
});

describe('money of a routed order (D24)', () => {
  it('discount and shipping are shared by all lines, including own ones', async () => {
    await aShipper({ hat: 3 });
    const own = anOrderLine({ fulfillment_location_id: '1001', unit_price: 70 });
    const order = await routed(
      anOrder({
        line_items: [hat({ unit_price: 10, quantity: 3 }), own],
        total_discounts: 10,
        shipping_cost: 12.5,
      }),
    );
    // (30 − 3) ÷ 1.25 × 0.7 × 1.25 ÷ 3 = 6.30; shipping 12.50 ÷ 1.25 = 10.00, of which 30 %.
    expect(order.shippingOrders[0]?.lines[0]?.calculation).toMatchObject({
      discountShare: '3',
      unitPrice: '6.30',
      shipping: { paid: '12.5', net: '10.00', share: '3.00' },
    });
  });

  it('rates are those valid when the order was placed', async () => {
    const shipper = await aShipper({ hat: 3 }, { injectionVat: 'never' });
    const today = BigInt(Date.now() - 3_600_000) * 1_000_000n;
    await world.db.vatRate.create({ data: { country: 'SE', appliesFrom: today, rate: '0.5' } });
    await world.db.splitRate.create({
      data: { shopId: shipper.id, variantId: `${shipper.slug}-hat`, appliesFrom: today, rate: '0.1' },
    });
    const order = await routed(anOrder({ created_at: YESTERDAY, line_items: [hat()] }));
    expect(order.shippingOrders[0]?.lines[0]?.calculation).toMatchObject({
      consumerVatRate: '0.25',
      splitRate: '0.7',
      unitPrice: '56.00',
    });
  });

  it("a variant's own split rate comes before the shop's default", async () => {
    await aShipper({ hat: 3 }, { slug: 'own-rate', variantSplitRates: { 'own-rate-hat': '0.65' } });
    expect((await routed()).shippingOrders[0]?.lines[0]?.calculation).toMatchObject({ splitRate: '0.65' });
  });

  it('a missing VAT rate blocks the line and notifies support, never a default; once loaded the line is routed', async () => {
    await aShipper({ hat: 3 });
    await world.db.vatRate.deleteMany({ where: { country: 'SE' } });
    const order = await routed();
    const [line] = order.lines;
    expect(line).toMatchObject({ state: 'waiting', waitingReason: 'no_consumer_vat' });
    expect(await world.alerts()).toEqual([`line_blocked order:${order.id}`]);

    await world.db.vatRate.create({ data: { country: 'SE', appliesFrom: 0n, rate: '0.25' } });
    await world.route(order.id);
    expect((await world.order(order.orderId)).lines).toMatchObject([{ state: 'allocated' }]);
    expect(await world.alerts()).toEqual([]);
  });

  it.each([
    ['split rate', { splitRate: null }, 'no_split_rate'],
    ['injection VAT rate', { country: 'XX', injectionVat: 'always' as const }, 'no_injection_vat'],
  ])('a missing %s blocks it too', async (_, sheet, reason) => {
    await aShipper({ hat: 3 }, sheet);
    const order = await routed();
    expect(order.lines).toMatchObject([{ state: 'waiting', waitingReason: reason }]);
    expect(await world.alerts()).toEqual([`line_blocked order:${order.id}`]);
  });

  it('a payout with more digits than a store can be sent blocks it', async () => {
    await aShipper({ hat: 3 });
    const order = await routed(anOrder({ line_items: [hat({ unit_price: 999_999_999_999_999 })] }));
    expect(order.lines).toMatchObject([{ state: 'waiting', waitingReason: 'price_too_large' }]);
    expect(await world.stockFaults()).toEqual([]);
  });
});

describe('a line that finds no shop (D19)', () => {
  it('waits and notifies support, while the others go ahead', async () => {
    await aShipper({ coat: 1 });
    const order = await routed(anOrder({ line_items: [hat(), coat()] }));
    expect(order.lines).toMatchObject([
      { state: 'waiting', waitingReason: 'no_candidate', gtin: HAT },
      { state: 'allocated' },
    ]);
    expect(await world.alerts()).toEqual([`line_waiting order:${order.id}`]);
  });

  it('one alert for an order, with its lines, which shrinks and closes as they find shops', async () => {
    const order = await routed(anOrder({ line_items: [hat(), coat()] }));
    expect(await world.alerts()).toEqual([`line_waiting order:${order.id}`]);
    expect(await world.db.alert.findMany()).toMatchObject([
      { count: 1, detail: { lines: [{ lineItemId: 'coat' }, { lineItemId: 'hat' }] } },
    ]);
    await aShipper({ coat: 1 });
    await world.route(order.id);
    expect(await world.alerts()).toEqual([`line_waiting order:${order.id}`]);
    await aShipper({ hat: 1 });
    await world.route(order.id);
    expect(await world.alerts()).toEqual([]);
  });

  it('tried again with the same result leaves no trace', async () => {
    const order = await routed();
    await world.route(order.id);
    expect(await world.order(order.orderId)).toEqual(order);
    expect(await world.db.alert.findMany()).toMatchObject([{ count: 1 }]);
  });

  it('a variant that is not linked waits with that reason (D31), and is routed once it is', async () => {
    await aShipper({ hat: 1 });
    const variant = { shopId_variantId: { shopId: seller.id, variantId: 'V-hat' } };
    await world.db.variant.update({ where: variant, data: { gtin: null } });
    const order = await routed();
    expect(order.lines).toMatchObject([{ state: 'waiting', waitingReason: 'not_linked' }]);
    await world.db.variant.update({ where: variant, data: { gtin: HAT } });
    await world.serveWaiting(HAT);
    expect((await world.order(order.orderId)).lines).toMatchObject([{ state: 'allocated' }]);
  });

  it('after a shop that could not ship it: routed without that shop, under new references (D12, D18)', async () => {
    const first = await aShipper({ hat: 9 });
    const second = await aShipper({ hat: 1 });
    const order = await routed();
    const giveUp = (shopId: number) =>
      world.db.orderLine.updateMany({ data: { state: 'waiting', excludedShops: { push: shopId } } });
    await giveUp(first.id);
    await world.route(order.id);
    const again = await world.order(order.orderId);
    expect(again.shippingOrders.map(({ shopId }) => shopId)).toEqual([first.id, second.id]);
    expect(new Set(again.shippingOrders.map(({ externalRef }) => externalRef)).size).toBe(2);
    expect(again.placements).toBe(2);

    await giveUp(second.id);
    await world.route(order.id);
    expect(await world.alerts()).toEqual([`cannot_ship_unroutable order:${order.id}`]);
  });
});

describe('arriving stock (D16, D19)', () => {
  it('serves waiting lines, the oldest order first, before what is left is published', async () => {
    const shipper = await aShipper({ hat: 0 });
    const orders = [await routed(), await routed(), await routed()];
    await world.db.outbox.deleteMany();
    const variant = { shopId_variantId: { shopId: shipper.id, variantId: `${shipper.slug}-hat` } };
    await world.db.variant.update({ where: variant, data: { onHand: 2 } });
    await world.serveWaiting(HAT);

    const states = await Promise.all(
      orders.map(async ({ orderId }) => (await world.order(orderId)).lines[0]?.state),
    );
    expect(states).toEqual(['allocated', 'allocated', 'waiting']);
    // Until all were served nothing more is published; then what they were offered.
    const published = (await world.commands()).filter(({ type }) => type === 'network-quantity.recalculate');
    const two = { shopId: shipper.id, variantId: `${shipper.slug}-hat`, pieces: 2 };
    expect(published.map(({ payload }) => payload)).toEqual([
      { gtin: HAT, offered: [] },
      { gtin: HAT, offered: [] },
      { gtin: HAT, offered: [two] },
    ]);
    expect(await world.alerts()).toEqual([`line_waiting order:${orders[2]?.id}`]);
  });

  it('a younger order is served where an older one needs more than there is', async () => {
    const shipper = await aShipper({ hat: 0 });
    const large = await routed(anOrder({ line_items: [hat({ quantity: 5 })] }));
    const small = await routed();
    const variant = { shopId_variantId: { shopId: shipper.id, variantId: `${shipper.slug}-hat` } };
    await world.db.variant.update({ where: variant, data: { onHand: 3 } });
    await world.serveWaiting(HAT);
    expect((await world.order(large.orderId)).lines).toMatchObject([{ state: 'waiting' }]);
    expect((await world.order(small.orderId)).lines).toMatchObject([{ state: 'allocated' }]);
  });

  it('no line waits: the quantity is calculated all the same', async () => {
    await world.serveWaiting(HAT);
    expect(await world.commands()).toEqual([
      { type: 'network-quantity.recalculate', payload: { gtin: HAT, offered: [] } },
    ]);
  });

  it('a variant that was linked to another article takes its waiting lines along', async () => {
    // Given a line that waits for hats, and its variant relinked to scarves, of which a shop has one
    const order = await routed();
    const scarf = aGtin(77);
    const variant = { shopId_variantId: { shopId: seller.id, variantId: 'V-hat' } };
    await world.db.variant.update({ where: variant, data: { gtin: scarf } });
    const shop = await aShipper({});
    await aVariant(world.db, { shopId: shop.id, gtin: scarf, onHand: 0 });

    // When it is tried again with the same result
    await world.route(order.id);

    // Then it waits for scarves, and one that arrives serves it
    expect((await world.order(order.orderId)).lines).toMatchObject([{ state: 'waiting', gtin: scarf }]);
    await world.db.variant.updateMany({ where: { gtin: scarf, shopId: shop.id }, data: { onHand: 1 } });
    await world.serveWaiting(scarf);
    expect((await world.order(order.orderId)).lines).toMatchObject([{ state: 'allocated' }]);
  });

  it('stock that arrives while a decision is made wakes the line that it leaves waiting', async () => {
    // Given an order whose decision has read that there is nothing
    const shipper = await aShipper({ hat: 0 });
    const id = await world.accept(seller.id, anOrder({ line_items: [hat()] }));
    await world.db.outbox.deleteMany();
    const arrives = async () => {
      await world.db.variant.updateMany({ where: { shopId: shipper.id }, data: { onHand: 5 } });
    };

    // When stock arrives before it is stored
    await world.routeWhile(id, /UPDATE order_line l/, arrives);

    // Then the article is recalculated, which finds that the line waits
    expect(await world.commands()).toContainEqual({
      type: 'network-quantity.recalculate',
      payload: { gtin: HAT },
    });
    expect(await findAwaited(world.db, [HAT])).toEqual(new Set([HAT]));
  });
});

describe('dry run (D18)', () => {
  it('is built, stored and logged masked; not sent, nothing reserved', async () => {
    const shipper = await aShipper({ hat: 3 }, { capabilities: { orders: 'dry_run' } });
    await world.db.shop.update({ where: { id: seller.id }, data: { orders: 'dry_run' } });
    const order = await routed();
    expect(order).toMatchObject({ mode: 'dry_run', lines: [{ state: 'allocated' }] });
    expect(order.shippingOrders).toMatchObject([
      {
        shopId: shipper.id,
        state: 'dry_run',
        nextAttemptAt: null,
        payload: { tag: 'hub_ship', line_items: [{ unit_price: 70 }] },
      },
    ]);
    expect(await world.db.reservation.count()).toBe(0);
    expect(await world.commandTypes()).toEqual([]);
    const line = world.logged.find((text) => text.includes('dry run'));
    expect(line).toContain(order.shippingOrders[0]?.externalRef);
    expect(world.logged.join()).not.toMatch(/Ada|Storgatan|111 22|customer\.example|relay\.hub/);
  });

  it('a live order never goes to a shop in dry run', async () => {
    await aShipper({ hat: 3 }, { capabilities: { orders: 'dry_run' } });
    expect((await routed()).lines).toMatchObject([{ state: 'waiting' }]);
  });
});

describe('stock that others take at the same moment', () => {
  it('a decision on stock that was gone before its lock is made again', async () => {
    const [best, next] = [await aShipper({ hat: 9 }), await aShipper({ hat: 1 })];
    const id = await world.accept(seller.id, anOrder({ line_items: [hat()] }));
    const other = createDatabase(world.url, { poolSize: 1 });
    try {
      // Given: another transaction is about to take all the best shop has, its row locked and not committed.
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      const taking = other.$transaction(async (tx) => {
        await tx.$executeRaw`UPDATE variant SET on_hand = 0 WHERE shop_id = ${best.id}`;
        await held;
      });
      await eventually(async () => expect(await locksOn(world, 'granted')).toBeGreaterThan(0));
      // When: routing has chosen the best shop and waits for that row.
      const routing = world.route(id);
      await eventually(async () => expect(await locksOn(world, 'waiting')).toBe(1));
      release();
      await taking;
      // Then: it has chosen again.
      expect(await routing).toEqual({ kind: 'done', outcome: '1 routed, 0 waiting' });
      expect(await world.db.shippingOrder.findMany()).toMatchObject([{ shopId: next.id }]);
      expect(await world.db.routingDecision.count()).toBe(1);
    } finally {
      await other.$disconnect();
    }
  });
});

async function locksOn({ db }: RoutingWorld, kind: 'granted' | 'waiting'): Promise<number> {
  const found = await rows(
    CountRow,
    db.$queryRaw`
    SELECT count(*)::int AS count FROM pg_locks l JOIN pg_stat_activity a USING (pid)
    WHERE a.datname = current_database() AND CASE ${kind}
      WHEN 'granted' THEN l.granted AND l.relation = 'variant'::regclass AND l.mode = 'RowExclusiveLock'
      ELSE NOT l.granted END`,
  );
  return found[0]?.count ?? 0;
}
