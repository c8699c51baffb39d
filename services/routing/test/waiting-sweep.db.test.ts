import { inTransaction } from '@hub/database';
import { aGtin, aShop, aVariant, aWaitingLine, type StoredShop } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { waitingSweep } from '../src/routing/waiting-sweep';
import { RoutingWorld } from './routing-world';

/** D19: waiting lines are retried on every sweep, for what no message reports. */

const HAT = aGtin(1);
const ROUND_MS = 60_000;

let world: RoutingWorld;
let seller: StoredShop;
beforeAll(async () => {
  world = await RoutingWorld.open();
}, 60_000);
afterAll(() => world.close());
beforeEach(async () => {
  await world.empty();
  seller = await aShop(world.db, { slug: 'seller' });
  const shipper = await aShop(world.db, { slug: 'shipper' });
  await aVariant(world.db, { shopId: seller.id, variantId: 'V-1', gtin: HAT });
  await aVariant(world.db, { shopId: shipper.id, variantId: 'S-1', gtin: HAT, onHand: 5 });
});

const waits = (options: Partial<Parameters<typeof aWaitingLine>[1]> = {}) =>
  aWaitingLine(world.db, {
    shopId: seller.id,
    variantId: 'V-1',
    gtin: HAT,
    receivedAt: new Date(Date.now() - 10 * ROUND_MS),
    ...options,
  });

/** Looks of one worker, a tenth of a round apart. */
function aSweep() {
  const sweep = waitingSweep(ROUND_MS);
  let now = Date.now();
  return async () => {
    now += sweep.everyMs;
    return inTransaction(world.db, (tx) => sweep.run(tx, now));
  };
}

describe('the sweep of waiting lines', () => {
  it('has lines served by article, the oldest first, where the stock may be enough', async () => {
    await Promise.all([waits(), waits(), waits({ quantity: 6 })]);

    await aSweep()();

    expect(await world.commands()).toEqual([{ type: 'article.serve-waiting', payload: { gtin: HAT } }]);
  });

  it('skips lines for which nothing has changed', async () => {
    await waits({ quantity: 6 });
    await waits({ destinationCountry: 'JP' });
    await waits({ destinationCountry: 'JP', waitingReason: 'no_consumer_vat' });

    expect(await aSweep()()).toBe(3);

    expect(await world.commands()).toEqual([]);
  });

  it.each<[string, Parameters<typeof waits>[0]]>([
    ['was never decided', { waitingReason: null }],
    ['waited for a VAT rate that is now loaded', { waitingReason: 'no_consumer_vat' }],
    ['was found to wait for another article', { quantity: 6, gtin: aGtin(2) }],
    ['was not linked, and is', { quantity: 6, gtin: null, waitingReason: 'not_linked' }],
  ])('has an order routed again whose line %s', async (_, options) => {
    const sellerOrderId = await waits(options);

    await aSweep()();

    expect(await world.commands()).toContainEqual({ type: 'order.route', payload: { sellerOrderId } });
  });

  it('leaves an order to its own command for a round', async () => {
    await waits({ waitingReason: null, receivedAt: new Date() });
    const look = aSweep();

    await look();
    expect(await world.commands()).toEqual([]);

    for (let looks = 0; looks < 12; looks += 1) await look();
    expect(await world.commands()).toMatchObject([{ type: 'order.route' }]);
  });

  it('does not send again an order that routing has not reached yet: its queue would grow indefinitely', async () => {
    // Given two workers' looks at a two-minute-old order, with routing hours behind
    await waits({ waitingReason: null, receivedAt: new Date(Date.now() - 2 * ROUND_MS) });
    const looks = [aSweep(), aSweep()];

    // When they have looked for an hour
    for (let each = 0; each < 360; each += 1) for (const look of looks) await look();

    // Then it was sent after 2, 4, 8, 16 minutes, and every 15 minutes from then on
    const sent = (await world.commands()).length;
    expect(sent).toBeGreaterThan(4);
    expect(sent).toBeLessThan(8);
  });

  it('goes through ten thousand orders in two minutes, each once in a round', async () => {
    // Given 10 000 orders whose VAT rate was loaded a moment ago
    const id = await waits({ waitingReason: 'no_consumer_vat' });
    await world.db.$executeRaw`
      INSERT INTO seller_order (id, shop_id, order_id, placed_at, currency, mode, destination_country, ship_to,
        shipping_cost, total_discounts, correlation, received_at)
      SELECT gen_random_uuid(), o.shop_id, 'O-' || n, o.placed_at, o.currency, o.mode, o.destination_country, o.ship_to,
        0, 0, 'C-' || n, o.received_at
      FROM seller_order o, generate_series(2, 10000) n WHERE o.id = ${id}::uuid`;
    await world.db.$executeRaw`
      INSERT INTO order_line (id, seller_order_id, position, line_item_id, variant_id, quantity, unit_price, state,
        waiting_reason, gtin)
      SELECT gen_random_uuid(), o.id, 0, 'L-1', 'V-1', 1, 1, 'waiting', 'no_consumer_vat', ${HAT}
      FROM seller_order o WHERE o.id <> ${id}::uuid`;
    const look = aSweep();

    // When it has looked for two minutes
    const looked: number[] = [];
    for (let looks = 0; looks < 11; looks += 1) looked.push(await look());

    // Then each was taken once, none twice
    expect(looked.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 1_000));
    const commands = await world.commands();
    expect(new Set(commands.map(({ payload }) => JSON.stringify(payload))).size).toBe(10_000);
    expect(commands).toHaveLength(10_000);
  });

  it('begins a round at most every minute', async () => {
    await waits({ quantity: 6 });
    const look = aSweep();

    const looked: number[] = [];
    for (let looks = 0; looks < 7; looks += 1) looked.push(await look());

    expect(looked).toEqual([1, 0, 0, 0, 0, 0, 1]);
  });
});
