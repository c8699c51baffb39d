import { inTransaction, type Tx } from '@hub/database';
import {
  aGtin,
  anAddress,
  anOrder,
  anOrderLine,
  aShop,
  aVariant,
  type OrderData,
  type StoredShop,
} from '@hub/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RoutingWorld } from './routing-world';

/** The two ways of routing an order, on the same market: each runs in a transaction that is rolled back. */
let world: RoutingWorld;
let runs = 0;
beforeAll(async () => {
  world = await RoutingWorld.open();
}, 60_000);
afterAll(() => world.close());

const aShipper = fc.record({
  hat: fc.option(fc.integer({ min: 0, max: 6 })),
  coat: fc.option(fc.integer({ min: 0, max: 6 })),
  latitudes: fc.uniqueArray(fc.integer({ min: 55, max: 65 }), { maxLength: 2 }),
  sheet: fc.record({
    country: fc.constantFrom('SE', 'NO'),
    splitRate: fc.constantFrom('0.7', '0.55', null),
    injectionVat: fc.constantFrom('domestic' as const, 'always' as const, 'never' as const),
    destinationCountries: fc.constantFrom<string[]>(['SE'], ['SE', 'NO'], ['DK']),
  }),
  orders: fc.constantFrom('live' as const, 'live' as const, 'dry_run' as const, 'off' as const),
  suspended: fc.boolean(),
});
const anOrderOfIt = fc.record({
  hat: fc.integer({ min: 1, max: 3 }),
  coat: fc.option(fc.integer({ min: 1, max: 3 })),
  latitude: fc.option(fc.integer({ min: 55, max: 65 })),
  discount: fc.constantFrom(0, 3.33),
});
const aMarket = fc.record({
  shippers: fc.array(aShipper, { minLength: 1, maxLength: 5 }),
  orders: fc.array(anOrderOfIt, { minLength: 1, maxLength: 4 }),
});
type Shipper = typeof aShipper extends fc.Arbitrary<infer T> ? T : never;
type Wish = typeof anOrderOfIt extends fc.Arbitrary<infer T> ? T : never;

interface Articles {
  hat: string;
  coat: string;
}

it('D19: orders that arrive together get what each would have got after the previous ones', async () => {
  await fc.assert(
    fc.asyncProperty(aMarket, async ({ shippers, orders: wishes }) => {
      // Given a market with its own articles
      runs += 1;
      const articles = { hat: aGtin(2 * runs), coat: aGtin(2 * runs + 1) };
      const seller = await aShop(world.db);
      await aVariant(world.db, { shopId: seller.id, variantId: 'V-hat', gtin: articles.hat });
      await aVariant(world.db, { shopId: seller.id, variantId: 'V-coat', gtin: articles.coat });
      for (const shipper of shippers) await store(shipper, articles);
      const orders = wishes.map(orderOf);

      // When the orders arrive one after the other, or together
      const apart = await triedOut(async (tx) => {
        const inThis = <T>(work: (of: Tx) => Promise<T>) => work(tx);
        const context = { db: world.db, transact: inThis, transactSql: inThis };
        for (const order of orders) {
          await world.receiveIn(context, { shopId: seller.id, order });
          await world.routeIn(context, await idOf(tx, seller, order));
        }
        return outcome(tx, orders);
      });
      const together = await triedOut(async (tx) => {
        await world.receiveTogether(
          orders.map((order) => ({ shopId: seller.id, order })),
          { tx },
        );
        return outcome(tx, orders);
      });

      // Then each has the same shops, reasons, prices and payloads, up to the first that is left to `order.route`
      const waits = ({ lines }: (typeof apart)[number]) => lines.some(({ state }) => state === 'waiting');
      const left = together.findIndex(waits);
      const comparable = left < 0 ? orders.length : left;
      expect(together.slice(0, comparable)).toEqual(apart.slice(0, comparable));
      // … which is the first without a shop for every line.
      expect(apart.findIndex(waits)).toBe(left);
    }),
    { numRuns: 25, ...(process.env['PROPERTY_SEED'] === 'random' ? {} : { seed: 20_261_122 }) },
  );
}, 120_000);

async function store(shipper: Shipper, { hat, coat }: Articles): Promise<void> {
  const { latitudes, sheet, orders, suspended } = shipper;
  const locations = latitudes.map((latitude, index) => ({
    locationId: `${1001 + index}`,
    latitude,
    longitude: 18,
  }));
  const shop = await aShop(world.db, {
    ...sheet,
    capabilities: { orders },
    ...(locations.length > 0 && { locations }),
  });
  if (suspended)
    await world.db.shop.update({ where: { id: shop.id }, data: { ordersHeldSince: new Date() } });
  for (const [gtin, onHand] of [
    [hat, shipper.hat],
    [coat, shipper.coat],
  ] as const)
    if (onHand !== null) await aVariant(world.db, { shopId: shop.id, gtin, onHand });
}

function orderOf({ hat, coat, latitude, discount }: Wish): OrderData {
  const line = (name: string, quantity: number) =>
    anOrderLine({ line_item_id: name, variant_id: `V-${name}`, quantity });
  return anOrder({
    line_items: [line('hat', hat), ...(coat === null ? [] : [line('coat', coat)])],
    total_discounts: discount,
    shipping_address: anAddress(latitude === null ? {} : { latitude, longitude: 18.1 }),
  });
}

/** The result of the work; nothing of it stays. */
async function triedOut<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  class Done extends Error {
    constructor(readonly result: T) {
      super('rolled back');
    }
  }
  try {
    return await inTransaction(world.db, async (tx) => {
      throw new Done(await work(tx));
    });
  } catch (error) {
    if (error instanceof Done) return error.result;
    throw error;
  }
}

async function idOf(tx: Tx, { id: shopId }: StoredShop, { order_id: orderId }: OrderData): Promise<string> {
  return (await tx.sellerOrder.findFirstOrThrow({ where: { shopId, orderId } })).id;
}

/** The outcome of orders, without ids. */
async function outcome(tx: Tx, orders: readonly OrderData[]) {
  const outcomes = [];
  for (const { order_id: orderId } of orders) {
    const order = await tx.sellerOrder.findFirstOrThrow({
      where: { orderId },
      include: {
        lines: { orderBy: { position: 'asc' } },
        decisions: true,
        shippingOrders: {
          orderBy: { shopId: 'asc' },
          include: { lines: { orderBy: { position: 'asc' }, omit: { id: true, shippingOrderId: true } } },
        },
      },
    });
    outcomes.push({
      placements: order.placements,
      lines: order.lines.map(({ lineItemId, state }) => ({ lineItemId, state })),
      decisions: order.decisions.map(({ detail }) =>
        JSON.stringify(detail).replaceAll(/"orderLineId":"[^"]*",?/g, ''),
      ),
      shippingOrders: order.shippingOrders.map(({ shopId, state, payload, relayEmail, lines }) => ({
        shopId,
        state,
        payload,
        relayEmail,
        lines: lines.map(({ orderLineId: _, ...line }) => line),
      })),
    });
  }
  return outcomes;
}
