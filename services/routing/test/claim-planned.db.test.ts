import { inSqlTransaction, inTransaction, type Sql } from '@hub/database';
import { claimPlanned, type PlacingClaim } from '@hub/orders/placements';
import { pickDueShippingOrders, requestStop } from '@hub/orders/records';
import { aGtin, anOrder, anOrderLine, aShop, aVariant } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RoutingWorld } from './routing-world';

const GTIN = aGtin(1);
const LEASE_MS = 30_000;

let world: RoutingWorld;
let seller: Awaited<ReturnType<typeof aShop>>;
let shipper: typeof seller;

beforeAll(async () => {
  world = await RoutingWorld.open();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.empty();
  seller = await aShop(world.db, { slug: 'seller' });
  shipper = await aShop(world.db, { slug: 'shipper' });
  await aVariant(world.db, { shopId: seller.id, variantId: 'V-1', gtin: GTIN });
  await aVariant(world.db, { shopId: shipper.id, variantId: 'S-1', gtin: GTIN, onHand: 90 });
});

async function planned(count: number): Promise<{ id: string; sellerOrderId: string }[]> {
  for (let n = 0; n < count; n += 1)
    await world.route(await world.accept(seller.id, anOrder({ line_items: [anOrderLine()] })));
  return world.db.shippingOrder.findMany({
    select: { id: true, sellerOrderId: true },
    orderBy: { id: 'asc' },
  });
}

async function claim(tx: Sql, now = Date.now()): Promise<PlacingClaim[]> {
  const due = await pickDueShippingOrders(tx, [{ shopId: shipper.id, fresh: 50, failing: 50 }], now);
  return claimPlanned(tx, due, { now, leaseUntil: new Date(now + LEASE_MS) });
}

const claimed = async () => (await inSqlTransaction(world.db, claim)).map(idOf).toSorted();
const idOf = ({ shippingOrderId }: PlacingClaim) => shippingOrderId;

describe('planned shipping orders are claimed together (D18)', () => {
  it('each is sent under its lease, and its first attempt is on record (D17)', async () => {
    const ids = (await planned(3)).map(({ id }) => id);
    const now = Date.now();
    const claims = await inSqlTransaction(world.db, (tx) => claim(tx, now));
    expect(claims.map(idOf).toSorted()).toEqual(ids);
    expect(claims[0]).toMatchObject({
      known: 'nothing_done',
      shopId: shipper.id,
      payload: { tag: 'hub_ship' },
      claimedAt: now,
      failedBefore: false,
    });
    const leaseUntil = new Date(now + LEASE_MS);
    for (const row of await world.db.shippingOrder.findMany())
      expect(row).toMatchObject({ state: 'sending', leaseUntil, nextAttemptAt: leaseUntil });
    for (const row of await world.db.reservation.findMany())
      expect(row.attemptedAt).toBe(BigInt(now) * 1_000_000n);
  });

  it('two processes at the same moment claim different orders', async () => {
    const ids = (await planned(6)).map(({ id }) => id);
    const both = await Promise.all([claimed(), claimed()]);
    expect(both.flat().toSorted()).toEqual(ids);
  });

  it('D21: an order whose stop was requested is not claimed', async () => {
    const [kept, stopped] = await planned(2);
    await inTransaction(world.db, (tx) => requestStop(tx, [stopped?.id ?? ''], Date.now()));
    expect(await claimed()).toEqual([kept?.id]);
  });

  it('one whose order another transaction has locked is left out, and no claim waits for it', async () => {
    const [free, locked] = await planned(2);
    await inTransaction(world.db, async (tx) => {
      await tx.$executeRaw`SELECT FROM seller_order WHERE id = ${locked?.sellerOrderId}::uuid FOR UPDATE`;
      expect(await claimed()).toEqual([free?.id]);
    });
    expect(await claimed()).toEqual([locked?.id]);
  });
});
