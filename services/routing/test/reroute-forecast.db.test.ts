import { inTransaction } from '@hub/database';
import { dryRun } from '@hub/messaging';
import { DecisionDetail } from '@hub/orders/routing';
import { forecastReroute, rerouteShippingOrder, type ForecastLine } from '@hub/orders/support';
import { aGtin, aHold, anOrder, anOrderLine, aShop, aVariant, type StoredShop } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RoutingWorld } from './routing-world';

const HAT = aGtin(1);
const COAT = aGtin(2);
const ARTICLES = { hat: HAT, coat: COAT };
type Article = keyof typeof ARTICLES;

let world: RoutingWorld;
beforeAll(async () => {
  world = await RoutingWorld.open();
}, 60_000);
afterAll(() => world.close());
beforeEach(() => world.empty());

/** A shop that may ship: its stock before the order and at the re-route, and what is wrong with it then. */
interface Shipper {
  hat: number;
  coat: number;
  hatThen: number;
  rate: '0.6' | '0.7' | null;
  later: 'callable' | 'held' | 'off' | 'dry_run';
}
const aShipper: fc.Arbitrary<Shipper> = fc.record({
  hat: fc.nat(5),
  coat: fc.nat(5),
  hatThen: fc.nat(5),
  rate: fc.constantFrom('0.6', '0.7', '0.7', null),
  later: fc.constantFrom('callable', 'callable', 'callable', 'held', 'off', 'dry_run'),
});
const aCase = fc.record({
  shippers: fc.array(aShipper, { minLength: 2, maxLength: 3 }),
  lines: fc.array(
    fc.record({ article: fc.constantFrom<Article>('hat', 'coat'), quantity: fc.integer({ min: 1, max: 3 }) }),
    { minLength: 1, maxLength: 3 },
  ),
  ended: fc.constantFrom('refused', 'failed', 'gave up', 'untouched'),
});
type Case = typeof aCase extends fc.Arbitrary<infer T> ? T : never;

async function openShippers(seller: StoredShop, shippers: readonly Shipper[]): Promise<StoredShop[]> {
  const { db } = world;
  for (const article of ['hat', 'coat'] as const)
    await aVariant(db, { shopId: seller.id, variantId: `V-${article}`, gtin: ARTICLES[article] });
  const opened: StoredShop[] = [];
  for (const [index, { rate, ...stock }] of shippers.entries()) {
    const shop = await aShop(db, { slug: `shipper-${index}`, splitRate: rate });
    for (const article of ['hat', 'coat'] as const)
      await aVariant(db, {
        shopId: shop.id,
        variantId: `${shop.slug}-${article}`,
        gtin: ARTICLES[article],
        onHand: stock[article],
      });
    opened.push(shop);
  }
  return opened;
}

/** What happened between the placement and the re-route. */
async function timePasses(shops: readonly StoredShop[], { shippers, ended }: Case): Promise<void> {
  const { db } = world;
  const refused = ended === 'refused';
  await db.shippingOrder.updateMany({
    data: {
      ...(refused ? { state: 'refused', endedAt: new Date(), firstSentAt: new Date() } : {}),
      ...(ended === 'gave up' ? { failedAt: new Date() } : {}),
      ...(ended === 'untouched' ? {} : { lastFailure: 'the store answered 503' }),
    },
  });
  if (refused) await db.reservation.updateMany({ data: { kind: 'block' } });
  for (const [index, shop] of shops.entries()) {
    const shipper = shippers[index];
    if (!shipper) continue;
    // What is reserved is there.
    await db.$executeRaw`
      UPDATE variant SET on_hand = committed + ${shipper.hatThen}
      WHERE shop_id = ${shop.id} AND variant_id = ${`${shop.slug}-hat`}`;
    if (shipper.later === 'held') await aHold(db, { shopId: shop.id });
    else if (shipper.later !== 'callable')
      await db.shop.update({ where: { id: shop.id }, data: { orders: shipper.later } });
  }
}

/** Where lines went, in the words of the forecast. */
async function whereLinesWent(orderId: string, lineItemIds: readonly string[]) {
  const { lines, shippingOrders, decisions } = await world.order(orderId);
  const latest = decisions.toSorted((a, b) => b.number - a.number)[0];
  const decided = latest ? DecisionDetail.parse(latest.detail).lines : [];
  return lineItemIds.map((lineItemId) => {
    const line = lines.find((one) => one.lineItemId === lineItemId);
    const waitsFor = line?.waitingReason ?? null;
    const [given] = shippingOrders
      .filter(({ state }) => state === 'planned')
      .flatMap(({ shopId, lines: ofShop }) => ofShop.map((one) => ({ ...one, shopId })))
      .filter(({ orderLineId }) => orderLineId === line?.id);
    if (!given) return { lineItemId, waitsFor, to: null };
    const { shopId, unitPrice, quantity } = given;
    const candidates = decided.find((one) => one.lineItemId === lineItemId)?.candidates ?? [];
    const { freeStock, distanceKm, suspended } = candidates.find((one) => one.shopId === shopId) ?? {};
    return {
      lineItemId,
      waitsFor,
      to: { shopId, freeStock, distanceKm, suspended, owed: Number(unitPrice) * quantity },
    };
  });
}

function comparable({ lineItemId, waitsFor, to }: ForecastLine) {
  if (!to) return { lineItemId, waitsFor, to };
  const { isPresent: _, owed, ...figures } = to;
  return { lineItemId, waitsFor, to: { ...figures, owed: Number(owed) } };
}

describe('D19: the forecast of a re-route', () => {
  it('is what the re-route then does, whatever the shops and stock: which shop, free pieces, payout, or that the line waits', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(aCase, async (given) => {
        await world.empty();
        const { db } = world;
        const seller = await aShop(db, { slug: 'seller' });
        const shops = await openShippers(seller, given.shippers);
        const order = anOrder({
          line_items: given.lines.map(({ article, quantity }, index) =>
            anOrderLine({ line_item_id: `L-${index}`, variant_id: `V-${article}`, quantity }),
          ),
        });
        const orderId = order.order_id;
        const id = await world.accept(seller.id, order);
        await world.route(id);
        await timePasses(shops, given);
        const [placed] = (await world.order(orderId)).shippingOrders;
        if (!placed) return;
        const wish = { reference: placed.externalRef, now: Date.now() };
        const before = await world.order(orderId);

        // When it forecasts a re-route, nothing is done.
        const forecast = await dryRun(db, (tx) => forecastReroute(tx, wish));
        expect(await world.order(orderId)).toEqual(before);

        // Then the re-route does just that.
        const end = await inTransaction(db, (tx) => rerouteShippingOrder(tx, { ...wish, carryOut: true }));
        await world.route(id);
        const went = end.kind === 'rerouted' ? await whereLinesWent(orderId, end.lineItemIds) : null;
        const lines = forecast.kind === 'known' ? forecast.result : [];
        expect(lines?.map(comparable) ?? null).toEqual(went);
        seen.add(went === null ? 'refused' : 'done');
        for (const { to } of lines ?? []) seen.add(to === null ? 'waits' : to.isPresent ? 'stays' : 'goes');
      }),
      {
        numRuns: 60,
        endOnFailure: true,
        // A shop that only cannot be called is chosen again where no other has the pieces.
        examples: [
          [
            {
              shippers: [
                { hat: 3, coat: 0, hatThen: 0, rate: '0.7', later: 'held' },
                { hat: 0, coat: 0, hatThen: 0, rate: '0.6', later: 'callable' },
              ],
              lines: [{ article: 'hat', quantity: 2 }],
              ended: 'untouched',
            },
          ],
        ],
      },
    );
    expect([...seen].toSorted()).toEqual(['done', 'goes', 'refused', 'stays', 'waits']);
  });
});
