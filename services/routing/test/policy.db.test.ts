import { randomUUID } from 'node:crypto';
import { createDatabase, type Database, type Prisma } from '@hub/database';
import {
  aGtin,
  anAddress,
  anOrder,
  anOrderLine,
  aShippingOrder,
  aShop,
  aVariant,
  type StoredShop,
} from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RoutingWorld } from './routing-world';

const HAT = aGtin(1);
const DATE = new Date('2026-12-01T06:00:00.000Z').getTime();

let world: RoutingWorld;
let other: Database;
let seller: StoredShop;
beforeAll(async () => {
  world = await RoutingWorld.open();
  other = createDatabase(world.url, { poolSize: 2 });
}, 60_000);
afterAll(async () => {
  await other.$disconnect();
  await world.close();
});
beforeEach(async () => {
  await world.empty();
  await world.db.adoptedPolicy.deleteMany();
  seller = await aShop(world.db, { slug: 'seller' });
  await aVariant(world.db, { shopId: seller.id, variantId: 'V-hat', gtin: HAT });
  // `near` is 10 km away and has few; `large` 60 km and has many.
  for (const [slug, latitude, onHand] of [
    ['near', 59.09, 20],
    ['large', 59.54, 90],
  ] as const) {
    const locations = [{ locationId: '1001', latitude, longitude: 18 }];
    const { id } = await aShop(world.db, { slug, locations });
    await aVariant(world.db, { shopId: id, variantId: `${slug}-hat`, gtin: HAT, onHand });
  }
});

interface Adopted {
  from?: number;
  withdrawn?: boolean;
  criteria?: Prisma.InputJsonArray;
}

async function adopted(name: string, bandKm: number, more: Adopted = {}) {
  const { from = DATE, withdrawn = false, criteria } = more;
  const by = { adoptedAt: new Date(0), adoptedBy: 'lead:ada' };
  const taken = withdrawn ? { withdrawnAt: new Date(1), withdrawnBy: 'lead:ada' } : {};
  const policy = { id: randomUUID(), name, bandKm, ...(criteria ? { criteria } : {}) };
  const data = { ...policy, validFrom: new Date(from), ...by, ...taken };
  await world.db.adoptedPolicy.create({ data });
}

const order = () =>
  anOrder({
    line_items: [anOrderLine({ line_item_id: 'hat', variant_id: 'V-hat' })],
    shipping_address: anAddress({ latitude: 59, longitude: 18 }),
  });

const BUILT_IN = { shop: 'near', policyVersion: 'D19-2', bandKm: 50 };

/** Which shop was chosen for an order, and by which policy. */
async function chosen(orderId: string) {
  const { decisions, shippingOrders } = await world.order(orderId);
  const shop = await world.db.shop.findUnique({ where: { id: shippingOrders[0]?.shopId ?? 0 } });
  const { policyVersion, detail } = decisions[0] ?? {};
  expect(detail).toMatchObject({ policy: { version: policyVersion } });
  return { shop: shop?.slug, policyVersion, bandKm: Object(detail).policy.bandKm };
}

/** An order that arrives at a moment, decided together with those beside it. */
async function arriving(now: number, db: Database = world.db) {
  const one = order();
  await world.receiveTogether([{ shopId: seller.id, order: one }], { now, db });
  return chosen(one.order_id);
}

/** An order that is stored and routed alone at a moment. */
async function routed(now: number, db: Database = world.db) {
  const one = order();
  const id = await world.accept(seller.id, one);
  await world.route(id, db, now);
  return chosen(one.order_id);
}

describe.each([
  ['orders that arrive together', arriving],
  ['an order that is routed alone', routed],
])('D19, an adopted policy: %s', (_, decide) => {
  const WIDE = { shop: 'large', policyVersion: 'D19-2/wide', bandKm: 100 };

  it('applies from its moment on, to the millisecond, and is recorded in each decision', async () => {
    await adopted('wide', 100);
    expect(await decide(DATE - 1)).toEqual(BUILT_IN);
    expect(await decide(DATE)).toEqual(WIDE);
    expect(await decide(DATE + 86_400_000)).toEqual(WIDE);
  });

  it('is replaced by the next one, and a withdrawn one never applies', async () => {
    await adopted('wide', 100);
    await adopted('withdrawn', 5, { from: DATE + 1_000, withdrawn: true });
    await adopted('narrow', 10, { from: DATE + 2_000 });
    expect(await decide(DATE + 1_500)).toEqual(WIDE);
    expect(await decide(DATE + 2_000)).toEqual({ shop: 'near', policyVersion: 'D19-2/narrow', bandKm: 10 });
  });

  it('chooses by its own criteria, in their order, which each decision stores (D19)', async () => {
    await world.db.shop.update({ where: { slug: 'near' }, data: { country: 'NO' } });
    await adopted('stock', 20_037, { criteria: ['free_stock', 'distance'] });
    await adopted('at-home', 50, {
      from: DATE + 1_000,
      criteria: ['same_country', { distance_band: 50 }],
    });
    await adopted('near-first', 20_037, { from: DATE + 2_000, criteria: ['distance', 'same_country'] });
    expect(await decide(DATE)).toMatchObject({ shop: 'large', policyVersion: 'D19-2/stock' });
    expect(await decide(DATE + 1_000)).toMatchObject({ shop: 'large', policyVersion: 'D19-2/at-home' });
    expect(await decide(DATE + 2_000)).toMatchObject({ shop: 'near', policyVersion: 'D19-2/near-first' });
    const [stored] = await world.db.routingDecision.findMany({ where: { policyVersion: 'D19-2/at-home' } });
    expect(stored?.detail).toMatchObject({
      policy: { criteria: ['same_country', { distance_band: 50 }], bandKm: 50 },
      lines: [{ candidates: [{ sameCountry: true }, { sameCountry: false }] }],
    });
  });

  it('by load: the fewest open orders for each one that a shop ships in a day (D19)', async () => {
    // Decided two days before: `near` has one open order and ships two a day, `large` has two and ships none.
    const days = (n: number) => new Date(DATE - n * 86_400_000);
    for (const [slug, open, shipped] of [
      ['near', 1, 14],
      ['large', 2, 0],
    ] as const) {
      const shop = await world.db.shop.findUniqueOrThrow({ where: { slug } });
      const shippingShop = { id: shop.id, slug };
      for (let n = 0; n < open + shipped; n += 1) {
        const { id } = await aShippingOrder(world.db, { sellingShop: seller, shippingShop });
        const packedAt = n < open ? null : days(1);
        await world.db.shippingOrder.update({ where: { id }, data: { createdAt: days(2), packedAt } });
      }
    }
    await adopted('busy', 20_037, { criteria: ['load', 'free_stock'] });
    expect(await decide(DATE)).toMatchObject({ shop: 'near', policyVersion: 'D19-2/busy' });
    const [stored] = await world.db.routingDecision.findMany({ where: { policyVersion: 'D19-2/busy' } });
    expect(stored?.detail).toMatchObject({ lines: [{ candidates: [{ load: 0.5 }, { load: 2 }] }] });
  });

  it('is the same on every machine whose clock is at the same moment', async () => {
    await adopted('wide', 100);
    const machines = [world.db, other, world.db, other];
    const before = await Promise.all(machines.map((db) => decide(DATE - 1, db)));
    const after = await Promise.all(machines.map((db) => decide(DATE, db)));
    expect(before).toEqual(machines.map(() => BUILT_IN));
    expect(after).toEqual(machines.map(() => WIDE));
  });

  it('applies on each machine by its own clock: one that is late uses the old one meanwhile', async () => {
    await adopted('wide', 100);
    const [early, late] = await Promise.all([decide(DATE + 1_000, world.db), decide(DATE - 1_000, other)]);
    expect([early, late]).toEqual([WIDE, BUILT_IN]);
  });
});
