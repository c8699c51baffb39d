import { eventually } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listArticles, variantOf } from './support/list-article';
import { openWorld, type World } from './support/open-world';
import { runHub } from './support/run-program';
import { CUSTOMER, type TestShop } from './support/shops';

const CAP = { article: 'cap', number: 8 };
const SCARF = { article: 'scarf', number: 9 };
const RETRY_AFTER_S = 2;

let world: World;
beforeAll(async () => {
  world = await openWorld();
  const { near, far, selling } = world.shops;
  // Besides the jacket, which `near` and `far` have: caps are at `far` alone, scarves at `selling` alone.
  await listArticles(world, [
    [near, [{ ...CAP, pieces: 0 }]],
    [
      far,
      [
        { ...CAP, pieces: 6 },
        { ...SCARF, pieces: 0 },
      ],
    ],
    [
      selling,
      [
        { ...CAP, pieces: 0 },
        { ...SCARF, pieces: 4 },
      ],
    ],
  ]);
}, 120_000);
afterAll(async () => {
  await world.close();
}, 60_000);

interface Bought {
  variantId: string;
  quantity: number;
  network: boolean;
}

/** A paid order of several lines; resolves with its id once it is accepted. */
async function sell(shop: TestShop, lines: Bought[]): Promise<string> {
  const { orderId, delivery } = shop.store.sell({
    lines: lines.map((line) => ({ ...line, unitPrice: 100 })),
    address: CUSTOMER,
    shippingCost: 10,
  });
  const { answer } = await delivery.done;
  if (answer?.outcome !== 'accepted') throw new Error(`order.created: ${JSON.stringify(answer)}`);
  return orderId;
}

/** The shipping orders of an order as the hub has them, by the slug of their shop. */
async function shippingOrders(orderId: string): Promise<Record<string, { state: string; ref: string }>> {
  const [shops, orders] = await Promise.all([
    world.db.shop.findMany(),
    world.db.shippingOrder.findMany({ where: { order: { orderId } } }),
  ]);
  const slugs = new Map(shops.map(({ id, slug }) => [id, slug]));
  return Object.fromEntries(
    orders.map(({ shopId, state, externalRef: ref }) => [slugs.get(shopId) ?? '', { state, ref }]),
  );
}

async function untilStates(orderId: string, states: Record<string, string>): Promise<void> {
  await eventually(
    async () => {
      const found = Object.entries(await shippingOrders(orderId)).map(([slug, { state }]) => [slug, state]);
      expect(Object.fromEntries(found)).toEqual(states);
    },
    { timeoutMs: 120_000, everyMs: 100 },
  );
}

const shippedFor = (shop: TestShop) => shop.store.orders.filter(({ kind }) => kind === 'shipping');
const placings = (shop: TestShop) =>
  shop.store.requests.filter(({ endpoint }) => endpoint === 'POST /orders');

describe('three orders of several lines over three shops', () => {
  it('one in dry run, one met by a 429, one whose answer is lost: exactly one shipping order each', async () => {
    const { near, far, selling } = world.shops;
    // Given: `far` sells in dry run; `near` answers `429` once; `far` and `selling` lose an answer each.
    await far.switchTo({ orders: 'dry_run', cancellation: 'off', returns: 'off' });
    const fromFar = [
      { variantId: far.variantId, quantity: 1, network: true },
      { variantId: variantOf('scarf', far), quantity: 2, network: true },
      { variantId: variantOf('cap', far), quantity: 1, network: false },
    ];
    const dryRun = await sell(far, fromFar);
    await untilStates(dryRun, { near: 'dry_run', selling: 'dry_run' });
    await far.switchTo({});

    near.store.faults.add({
      endpoint: 'POST /orders',
      times: 1,
      fault: { kind: 'status', status: 429, code: 'rate_limited', retryAfter: RETRY_AFTER_S },
    });
    for (const shop of [far, selling])
      shop.store.faults.add({ endpoint: 'POST /orders', times: 1, fault: { kind: 'drop', when: 'after' } });

    // When: two live orders are sold, each for two shops to ship.
    const first = await sell(selling, [
      { variantId: selling.variantId, quantity: 1, network: true },
      { variantId: variantOf('cap', selling), quantity: 2, network: true },
    ]);
    await untilStates(first, { near: 'placed', far: 'placed' });
    const second = await sell(far, fromFar);
    await untilStates(second, { near: 'placed', selling: 'placed' });

    // Then: every store has each shipping order once, whatever it answered.
    const [ofFirst, ofSecond] = [await shippingOrders(first), await shippingOrders(second)];
    const refsAt = (shop: TestShop) => shippedFor(shop).map(({ externalRef }) => externalRef);
    expect(refsAt(near)).toEqual([ofFirst['near']?.ref, ofSecond['near']?.ref]);
    expect(refsAt(far)).toEqual([ofFirst['far']?.ref]);
    expect(refsAt(selling)).toEqual([ofSecond['selling']?.ref]);
    expect(shippedFor(far)[0]?.lines).toMatchObject([{ variantId: variantOf('cap', far), quantity: 2 }]);

    // And: Retry-After was kept; a lost answer was settled by the same call with the same body.
    const [refused, again] = placings(near);
    expect(refused).toMatchObject({ status: 429 });
    expect(Date.parse(again?.at ?? '') - Date.parse(refused?.at ?? '')).toBeGreaterThanOrEqual(
      RETRY_AFTER_S * 1_000,
    );
    for (const shop of [far, selling]) {
      const [lost, settled] = placings(shop);
      expect(placings(shop)).toHaveLength(2);
      expect(lost).toMatchObject({ status: null, fault: 'drop' });
      expect(settled).toMatchObject({ status: 200, body: lost?.body });
    }

    // And: what was decided in dry run never reached a store, and reserved nothing.
    const inDryRun = Object.values(await shippingOrders(dryRun)).map(({ ref }) => ref);
    const sent = JSON.stringify([near, far, selling].flatMap(placings).map(({ body }) => body));
    expect(inDryRun.filter((ref) => sent.includes(ref))).toEqual([]);
    const reserved = await world.db.$queryRaw`
      SELECT 1 FROM reservation r JOIN shipping_order_line l ON l.id = r.shipping_order_line_id
      JOIN shipping_order s ON s.id = l.shipping_order_id WHERE s.state = 'dry_run'`;
    expect(reserved).toEqual([]);
  }, 300_000);

  it('is explained by the hub command', async () => {
    const order = world.shops.selling.store.orders.find(({ kind }) => kind === 'own');
    const id = order?.orderId ?? '';
    const explained = await runHub(['route', 'explain', id], world.env);
    expect(explained).toMatchObject({ exitCode: 0, stderr: '' });
    expect(explained.stdout).toContain('shipped by near');
    expect(explained.stdout).toContain('ruled out: selling is the one that sells');

    const json = await runHub(['route', 'explain', id, '--json'], world.env);
    expect(JSON.parse(json.stdout)).toMatchObject({
      shop: 'selling',
      order_id: id,
      decisions: [{ policy: { version: 'D19-2', band_km: 50 } }],
    });
  }, 300_000);
});
