import { createDatabase, inTransaction, rows, type Database } from '@hub/database';
import { lockSellerOrderId } from '@hub/orders/records';
import {
  aGtin,
  anOrder,
  anOrderLine,
  aShop,
  aVariant,
  type OrderData,
  type ShopOverrides,
  type StoredShop,
} from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { RoutingWorld } from './routing-world';

const Promised = z.object({ lines: z.bigint(), once: z.bigint(), pieces: z.bigint() });

const ARTICLES = ['hat', 'coat'] as const;
type Article = (typeof ARTICLES)[number];
const GTIN: Record<Article, string> = { hat: aGtin(1), coat: aGtin(2) };
const accepted = { status: 200, outcome: 'accepted' };
const duplicate = { status: 200, outcome: 'duplicate' };

let world: RoutingWorld;
let many: Database;
let seller: StoredShop;
beforeAll(async () => {
  world = await RoutingWorld.open();
  many = createDatabase(world.url, { poolSize: 12 });
}, 60_000);
afterAll(async () => {
  await many.$disconnect();
  await world.close();
});
beforeEach(() => emptied());

async function emptied(): Promise<void> {
  await world.empty();
  seller = await aShop(world.db, { slug: 'seller' });
  for (const article of ARTICLES)
    await aVariant(world.db, { shopId: seller.id, variantId: `V-${article}`, gtin: GTIN[article] });
}

const line = (article: Article, quantity = 1) =>
  anOrderLine({ line_item_id: article, variant_id: `V-${article}`, quantity });
const ordering = (...lines: ReturnType<typeof line>[]) => anOrder({ line_items: lines });

async function aShipper(
  stock: Partial<Record<Article, number>>,
  overrides: ShopOverrides = {},
): Promise<StoredShop> {
  const shop = await aShop(world.db, overrides);
  for (const article of ARTICLES) {
    const onHand = stock[article];
    const variant = { shopId: shop.id, variantId: `${shop.slug}-${article}`, gtin: GTIN[article] };
    if (onHand !== undefined) await aVariant(world.db, { ...variant, onHand });
  }
  return shop;
}

const receive = (...orders: OrderData[]) =>
  world.receiveTogether(orders.map((order) => ({ shopId: seller.id, order })));

describe('orders that arrive together', () => {
  it('are accepted, routed, reserved and priced in one transaction; each article is recalculated once', async () => {
    const near = await aShipper({ hat: 5 });
    const coats = await aShipper({ coat: 5 });
    const [first, second] = [ordering(line('hat', 2)), ordering(line('hat'), line('coat'))];
    expect(await receive(first, second)).toEqual([accepted, accepted]);

    expect(await world.order(first.order_id)).toMatchObject({
      state: 'accepted',
      placements: 1,
      lines: [{ state: 'allocated', waitingReason: null }],
      decisions: [{ policyVersion: 'D19-2', detail: { lines: [{ chosen: { shopId: near.id } }] } }],
      shippingOrders: [
        {
          shopId: near.id,
          payload: { line_items: [{ variant_id: `${near.slug}-hat`, quantity: 2, unit_price: 70 }] },
          lines: [{ calculation: { unitPrice: '70.00', splitRate: '0.7' } }],
        },
      ],
    });
    const { shippingOrders } = await world.order(second.order_id);
    expect(new Set(shippingOrders.map(({ shopId }) => shopId))).toEqual(new Set([near.id, coats.id]));
    expect(await world.stockFaults()).toEqual([]);
    const worked = (await world.commands()).filter(({ type }) => type === 'network-quantity.recalculate');
    expect(worked.map(({ payload }) => payload)).toEqual([
      { gtin: GTIN.hat, fallen: 3 },
      { gtin: GTIN.coat, fallen: 1 },
    ]);
  });

  it('D17: what one takes the next no longer finds; it is stored and left to `order.route`', async () => {
    await aShipper({ hat: 2 });
    const orders = [ordering(line('hat', 2)), ordering(line('hat'))];
    expect(await receive(...orders)).toEqual([accepted, accepted]);
    const [first, second] = await Promise.all(orders.map(({ order_id: id }) => world.order(id)));
    expect(first?.lines).toMatchObject([{ state: 'allocated' }]);
    expect(second).toMatchObject({ lines: [{ state: 'waiting' }], shippingOrders: [] });
    expect(await world.commands()).toContainEqual({
      type: 'order.route',
      payload: { sellerOrderId: second?.id },
    });
    expect(await world.stockFaults()).toEqual([]);
  });

  it('D16: what a shop keeps back of a variant is not routed, by a batch or by `order.route`', async () => {
    const terms = { slug: 'keeps', stockBuffer: { default: 9, variants: { 'keeps-hat': 1 } } };
    const keeps = await aShipper({ hat: 3, coat: 3 }, terms);
    const orders = [
      ordering(line('hat')),
      ordering(line('hat', 2)),
      ordering(line('coat')),
      ordering(line('hat')),
    ];
    await receive(...orders);
    const stored = () => Promise.all(orders.map(({ order_id: id }) => world.order(id)));
    const states = async () => (await stored()).map(({ lines: [one] }) => one?.state);
    expect(await states()).toEqual(['allocated', 'waiting', 'waiting', 'allocated']);

    for (const { id, lines } of await stored()) if (lines[0]?.state === 'waiting') await world.route(id);
    expect(await states()).toEqual(['allocated', 'waiting', 'waiting', 'allocated']);
    const [, second] = await stored();
    const short = { shopId: keeps.id, reason: 'not_enough_stock', freeStock: 0 };
    expect(second?.decisions).toMatchObject([
      { detail: { lines: [{ ruledOut: [{ reason: 'same_shop' }, short] }] } },
    ]);

    await world.db.shop.update({ where: { id: keeps.id }, data: { stockBuffer: {} } });
    await receive(ordering(line('hat')));
    for (const { id, lines } of await stored()) if (lines[0]?.state === 'waiting') await world.route(id);
    expect(await states()).toEqual(['allocated', 'waiting', 'allocated', 'allocated']);
    expect(await world.stockFaults()).toEqual([]);
  });

  it('D31: two with one id: the first is accepted, the other is a duplicate', async () => {
    await aShipper({ hat: 5 });
    const order = ordering(line('hat'));
    expect(await receive(order, { ...order, total_discounts: 1 }, order)).toEqual([
      accepted,
      duplicate,
      duplicate,
    ]);
    expect(await receive(order)).toEqual([duplicate]);
    expect(await world.db.shippingOrder.count()).toBe(1);
  });

  it('D12: one that was cancelled before it arrived is not routed; the other is', async () => {
    await aShipper({ hat: 5 });
    const [cancelled, other] = [ordering(line('hat')), ordering(line('hat'))];
    await world.db.cancellationMarker.create({ data: { shopId: seller.id, orderId: cancelled.order_id } });
    await receive(cancelled, other);
    expect(await world.order(cancelled.order_id)).toMatchObject({ state: 'held', shippingOrders: [] });
    expect((await world.order(other.order_id)).shippingOrders).toHaveLength(1);
  });

  it('D18: a dry run is left to `order.route`, which reserves nothing', async () => {
    await aShipper({ hat: 5 }, { capabilities: { orders: 'dry_run' } });
    await aShipper({ hat: 5 });
    await world.db.shop.update({ where: { id: seller.id }, data: { orders: 'dry_run' } });
    await receive(ordering(line('hat')));
    expect(await world.commandTypes()).toEqual(['order.route']);
    expect(await world.db.reservation.count()).toBe(0);
  });

  describe('D16: what is taken of an article whose time in the sync cycle is set', () => {
    const hatsLeft = async () =>
      Number((await world.db.articleCalculation.findUniqueOrThrow({ where: { gtin: GTIN.hat } })).spare);
    beforeEach(async () => {
      await world.db.articleCalculation.deleteMany();
      const dueAt = new Date(Date.now() + 60_000);
      const article = { gtin: GTIN.hat, calculatedAt: new Date(), spare: 3n, dueAt };
      await world.db.articleCalculation.create({ data: article });
      await aShipper({ hat: 90 });
    });

    it('is counted with the orders, and no message is sent', async () => {
      await receive(ordering(line('hat')), ordering(line('hat', 2)));
      expect(await hatsLeft()).toBe(0);
      expect(await world.commandTypes()).toEqual([]);
    });

    it('is reported where the article cannot spare so many', async () => {
      await receive(ordering(line('hat', 4)));
      expect(await hatsLeft()).toBe(3);
      expect(await world.commands()).toEqual([
        { type: 'network-quantity.recalculate', payload: { gtin: GTIN.hat, fallen: 4 } },
      ]);
    });

    it('is reported where the article is being calculated, without waiting', async () => {
      await inTransaction(many, async (tx) => {
        await tx.$executeRaw`SELECT FROM article_calculation WHERE gtin = ${GTIN.hat}::bpchar FOR UPDATE`;
        await receive(ordering(line('hat')));
      });
      expect(await hatsLeft()).toBe(3);
      expect(await world.commandTypes()).toEqual(['network-quantity.recalculate']);
    });

    it('is not counted where the orders are not stored', async () => {
      const order = ordering(line('hat'));
      const lost = inTransaction(world.db, async (tx) => {
        await world.receiveTogether([{ shopId: seller.id, order }], { tx });
        throw new Error('lost');
      });
      await expect(lost).rejects.toThrow('lost');
      expect(await hatsLeft()).toBe(3);
    });
  });

  it('D24: a VAT rate that was just loaded counts', async () => {
    await aShipper({ hat: 9 }, { injectionVat: 'never' });
    const since = (hours: number) => BigInt(Date.now() - hours * 3_600_000) * 1_000_000n;
    const order = () =>
      anOrder({ line_items: [line('hat')], created_at: new Date(Date.now() - 60_000).toISOString() });
    const [before, after] = [order(), order()];
    await receive(before);
    await world.db.vatRate.create({ data: { country: 'SE', appliesFrom: since(1), rate: '0.5' } });
    await receive(after);
    const rates = await Promise.all(
      [before, after].map(async ({ order_id: id }) => (await world.order(id)).shippingOrders[0]?.lines[0]),
    );
    expect(rates).toMatchObject([
      { calculation: { consumerVatRate: '0.25' } },
      { calculation: { consumerVatRate: '0.5' } },
    ]);
  });
});

describe('D25: a sheet that differs from the one in memory', () => {
  it('of the selling shop: the one in force is read', async () => {
    await aShipper({ hat: 9 });
    const order = ordering({ ...line('hat'), fulfillment_location_id: '7000' });
    const changed = { hubNetworkLocationId: '7000', revision: 9_999n };
    const verdicts = await world.receiveTogether([{ shopId: seller.id, order }], {
      meanwhile: () => world.db.shop.update({ where: { id: seller.id }, data: changed }),
    });
    expect(verdicts).toEqual([accepted]);
    expect((await world.order(order.order_id)).lines).toMatchObject([{ state: 'allocated' }]);
  });

  it('of the chosen shop: nothing of the decision is stored', async () => {
    const shipper = await aShipper({ hat: 9 });
    const changed = { orders: 'off' as const, revision: 9_999n };
    const received = world.receiveTogether([{ shopId: seller.id, order: ordering(line('hat')) }], {
      meanwhile: () => world.db.shop.update({ where: { id: shipper.id }, data: changed }),
    });
    await expect(received).rejects.toMatchObject({ name: 'SheetOutdated' });
    expect(await world.db.sellerOrder.count()).toBe(0);
    expect(await world.stockFaults()).toEqual([]);
  });
});

it('D17: batches on several connections for few pieces: each piece is promised once, no deadlock', async () => {
  await aShipper({ hat: 20, coat: 7 });
  await aShipper({ hat: 5, coat: 9 });
  const orders = Array.from({ length: 60 }, (_, index) =>
    index % 3 === 0 ? ordering(line('hat'), line('coat')) : ordering(line(index % 2 === 0 ? 'hat' : 'coat')),
  );
  const batches = Array.from({ length: 12 }, (_, batch) => orders.slice(batch * 5, batch * 5 + 5));
  await Promise.all(
    batches.map((batch) =>
      world.receiveTogether(
        batch.map((order) => ({ shopId: seller.id, order })),
        { db: many },
      ),
    ),
  );
  expect(await world.stockFaults()).toEqual([]);
  const promised = await rows(
    Promised,
    world.db.$queryRaw`
    SELECT count(*) AS lines, count(DISTINCT order_line_id) AS once,
      (SELECT sum(committed)::bigint FROM variant) AS pieces FROM shipping_order_line`,
  );
  expect(promised).toMatchObject([{ lines: promised[0]?.once, pieces: promised[0]?.lines }]);
  expect(await world.db.sellerOrder.count()).toBe(60);
});

it('D12: a cancellation at the same moment as a batch is missed by neither', async () => {
  await aShipper({ hat: 50 });
  const orders = Array.from({ length: 8 }, () => ordering(line('hat')));
  const cancel = (orderId: string) =>
    inTransaction(world.db, async (tx) => {
      await lockSellerOrderId(tx, { shopId: seller.id, orderId });
      const found = (await tx.sellerOrder.count({ where: { orderId } })) > 0;
      if (!found) await tx.cancellationMarker.create({ data: { shopId: seller.id, orderId } });
      return found;
    });
  const [, ...found] = await Promise.all([
    receive(...orders),
    ...orders.map(({ order_id: id }) => cancel(id)),
  ]);
  const states = await Promise.all(orders.map(async ({ order_id: id }) => (await world.order(id)).state));
  expect(states).toEqual(found.map((wasThere) => (wasThere ? 'accepted' : 'held')));
});
