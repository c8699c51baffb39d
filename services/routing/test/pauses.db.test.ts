import { createDatabase, inTransaction, type PauseSide } from '@hub/database';
import { beginPause, endPause } from '@hub/shops';
import { aGtin, anOrder, anOrderLine, aShop, aVariant, type StoredShop } from '@hub/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pauseSweep } from '../src/routing/pause-sweep';
import { RoutingWorld } from './routing-world';

const HAT = aGtin(1);
const DAY_MS = 86_400_000;

let world: RoutingWorld;
let seller: StoredShop;
let near: StoredShop;
let other: StoredShop;
beforeAll(async () => {
  world = await RoutingWorld.open();
}, 60_000);
afterAll(() => world.close());
beforeEach(async () => {
  await world.empty();
  seller = await aShop(world.db, { slug: 'seller' });
  near = await aShop(world.db, { slug: 'near' });
  other = await aShop(world.db, { slug: 'other' });
  await aVariant(world.db, { shopId: seller.id, variantId: 'V-1', gtin: HAT });
  await aVariant(world.db, { shopId: near.id, variantId: 'N-1', gtin: HAT, onHand: 9 });
  await aVariant(world.db, { shopId: other.id, variantId: 'O-1', gtin: HAT, onHand: 3 });
});

const order = (quantity = 1) =>
  anOrder({ line_items: [anOrderLine({ line_item_id: 'L-1', variant_id: 'V-1', quantity })] });
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
const pause = (shop: StoredShop, given: { side?: PauseSide; days?: number; reason?: string } = {}) =>
  inTransaction(world.db, (tx) => {
    const { side = 'agent', days = 7, reason = 'closed' } = given;
    return beginPause(tx, { shopId: shop.id, side, by: `${side}:x`, reason, until: inDays(days) });
  });
const unpause = (shop: StoredShop, side: PauseSide) =>
  inTransaction(world.db, (tx) => endPause(tx, { shopId: shop.id, side, by: `${side}:y` }));
/** The end of every open pause has come. */
const lapse = () => world.db.shopPause.updateMany({ data: { endsAt: new Date(Date.now() - 1) } });
const sweep = (db = world.db) => inTransaction(db, (tx) => pauseSweep(5_000).run(tx, Date.now()));
const shippedBy = async () => (await world.db.shippingOrder.findMany()).map(({ shopId }) => shopId);
const recalculated = async () =>
  (await world.commands())
    .filter(({ type }) => type === 'network-quantity.recalculate-shop')
    .map(({ payload }) => payload);
const reasons = async (): Promise<unknown> =>
  (await world.db.routingDecision.findMany()).map(({ detail }) => detail);

describe('D38: a paused shop is chosen for nothing new', () => {
  it('by order.route: the decision names the reason, and the other shop ships', async () => {
    await pause(near);
    await world.route(await world.accept(seller.id, order()));
    expect(await shippedBy()).toEqual([other.id]);
    const ruledOut = [expect.objectContaining({ shopId: near.id, reason: 'paused' })];
    expect(await reasons()).toEqual([
      expect.objectContaining({
        lines: [expect.objectContaining({ ruledOut: expect.arrayContaining(ruledOut) })],
      }),
    ]);
  });

  it('by orders that arrive together', async () => {
    await pause(near);
    await world.receiveTogether([{ shopId: seller.id, order: order() }]);
    expect(await shippedBy()).toEqual([other.id]);
    expect(JSON.stringify(await reasons())).toContain('"reason":"paused"');
  });

  it.each([
    ['is paused', (shop: StoredShop) => pause(shop)],
    ['is no longer paused', (shop: StoredShop) => unpause(shop, 'agent')],
  ])(
    'by orders that arrive together: nothing is stored if it %s after their decision',
    async (what, turn) => {
      if (what === 'is no longer paused') await pause(near);
      const together = world.receiveTogether([{ shopId: seller.id, order: order() }], {
        meanwhile: () => turn(near),
      });
      await expect(together).rejects.toMatchObject({ name: 'SheetOutdated' });
      expect(await shippedBy()).toEqual([]);
    },
  );

  it('by order.route: a decision is made again if the shop is paused after it', async () => {
    const id = await world.accept(seller.id, order());
    let paused = false;
    await world.routeWhile(id, /pg_advisory_xact_lock_shared/, async () => {
      if (!paused) await pause(near);
      paused = true;
    });
    expect(paused).toBe(true);
    expect(await shippedBy()).toEqual([other.id]);
  });

  it('what was decided before goes on, and so do its own sales', async () => {
    await world.route(await world.accept(seller.id, order()));
    await aVariant(world.db, { shopId: near.id, variantId: 'N-2', gtin: aGtin(2) });
    await aVariant(world.db, { shopId: other.id, variantId: 'O-2', gtin: aGtin(2), onHand: 1 });
    await pause(near);
    expect(await world.db.shippingOrder.findFirstOrThrow()).toMatchObject({
      shopId: near.id,
      state: 'planned',
      stopRequestedAt: null,
    });
    await world.receiveTogether([
      { shopId: near.id, order: anOrder({ line_items: [anOrderLine({ variant_id: 'N-2' })] }) },
    ]);
    expect(await shippedBy()).toEqual([near.id, other.id]);
  });
});

describe('D38: the end of a pause', () => {
  it('comes by itself, by the clock of the database: its quantities are recalculated once, by two copies at once', async () => {
    await pause(near);
    await pause(other);
    expect(await sweep()).toBe(0);
    await lapse();
    const second = createDatabase(world.url);
    const ended = await Promise.all([sweep(), sweep(second)]);
    await second.$disconnect();
    expect(ended.toSorted()).toEqual([0, 2]);
    expect(await recalculated()).toEqual([{ shopId: near.id }, { shopId: other.id }]);
    expect(await sweep()).toBe(0);
    expect(await world.db.shop.count({ where: { pausedUntil: { not: null } } })).toBe(0);
    expect(await world.db.shopPause.count({ where: { endedBy: null, endedAt: null } })).toBe(0);
  });

  it('serves the lines that waited for it; until the sweep has ended it, it holds', async () => {
    await pause(near);
    await pause(other);
    const id = await world.accept(seller.id, order());
    await world.route(id);
    expect(await world.db.orderLine.findFirstOrThrow()).toMatchObject({ waitingReason: 'no_candidate' });
    await lapse();
    await world.serveWaiting(HAT);
    expect(await shippedBy()).toEqual([]);
    await sweep();
    await world.serveWaiting(HAT);
    expect(await shippedBy()).toEqual([near.id]);
    expect(await world.alerts()).toEqual([]);
  });

  it('is the later one of two; a shop ends only its own, an agent any', async () => {
    const until = async () => (await world.db.shop.findUniqueOrThrow({ where: { id: near.id } })).pausedUntil;
    expect(await pause(near, { side: 'shop', days: 9 })).toMatchObject({ kind: 'begun', turned: true });
    const latest = await until();
    expect(await pause(near, { side: 'agent', days: 2 })).toMatchObject({ kind: 'begun', turned: false });
    expect(await until()).toEqual(latest);
    expect(await unpause(near, 'shop')).toMatchObject({ kind: 'ended', turned: false });
    expect((await until())?.getTime()).toBeLessThan(latest?.getTime() ?? 0);
    expect(await unpause(near, 'shop')).toEqual({ kind: 'refused', fault: 'not_own' });
    await pause(near, { side: 'shop' });
    expect(await unpause(near, 'agent')).toMatchObject({ kind: 'ended', turned: true, until: null });
    expect(await unpause(near, 'agent')).toEqual({ kind: 'refused', fault: 'not_paused' });
  });

  it('is in the future and at most 30 days ahead; the same pause again changes nothing', async () => {
    expect(await pause(near, { days: 0 })).toEqual({ kind: 'refused', fault: 'past' });
    expect(await pause(near, { days: 30.01 })).toEqual({ kind: 'refused', fault: 'too_far' });
    const until = inDays(29.9);
    const same = { shopId: near.id, side: 'shop', by: 'shop:x', reason: 'closed', until } as const;
    const twice = () => inTransaction(world.db, (tx) => beginPause(tx, same));
    expect((await Promise.all([twice(), twice()])).map(({ kind }) => kind).toSorted()).toEqual([
      'begun',
      'unchanged',
    ]);
    expect(await world.db.shopPause.count()).toBe(1);
  });
});
