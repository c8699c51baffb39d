import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StoredShop } from '@hub/testing';
import type { PageOutcome } from '../src/reading/decide-page-answer';
import {
  CatalogueWorld,
  inventory,
  storeOf,
  wireProduct,
  wireVariant,
  type StoreOfTest,
} from './catalogue-world';

let world: CatalogueWorld;
beforeAll(async () => {
  world = await CatalogueWorld.open();
});
afterAll(() => world.close());

const product = (id: string, ...variantIds: string[]) =>
  wireProduct(
    id,
    variantIds.map((variantId) => wireVariant(variantId)),
  );

const unavailable: PageOutcome = {
  kind: 'unavailable',
  reason: 'timeout',
  status: null,
  code: null,
  retryAfterMs: null,
  maybeActed: true,
  attempts: 3,
};

async function expectUntouched(shop: StoredShop, runId: string): Promise<void> {
  expect(await world.db.variant.count({ where: { shopId: shop.id } })).toBe(0);
  expect(await world.db.product.count({ where: { shopId: shop.id } })).toBe(0);
  expect(await world.stagedRows(runId)).toEqual([0, 0, 0]);
}

describe('a run reads every page, the cursor as given', () => {
  it('from the first, requested without a cursor, to the one without a next cursor', async () => {
    const shop = await world.shop();
    const asked: (string | undefined)[] = [];
    const pages = storeOf([product('P-1', 'V-1', 'V-2')], [], [product('P-2', 'V-3')]);
    const run = await world.pull(shop.id, (cursor, call) => {
      asked.push(cursor);
      return pages(cursor, call);
    });
    expect(asked).toEqual([undefined, 'c1', 'c2']);
    expect(run).toMatchObject({ state: 'accepted', pages: 3, products: 2, variants: 3, faultCount: 0 });
    expect(await world.stagedRows(run.id)).toEqual([0, 0, 0]);
  });

  it('in turns of five seconds, each with its own message; the row shows the progress', async () => {
    const shop = await world.shop();
    const runId = await world.request(shop.id);
    let now = Date.now();
    const pages = storeOf([product('P-1', 'V-1')], [product('P-2', 'V-2')], [product('P-3', 'V-3')]);
    const slow: StoreOfTest = (cursor, call) => {
      now += 3_000;
      return pages(cursor, call);
    };
    const clock = { now: () => now };
    expect(await world.handle(runId, slow, { clock })).toEqual({
      kind: 'done',
      outcome: 'read as far as page 2',
    });
    expect(await world.run(runId)).toMatchObject({
      state: 'reading',
      pages: 2,
      variants: 2,
      leaseUntil: null,
    });
    expect(await world.takeByType()).toEqual({ 'catalogue.pull': [{ runId }] });
    expect(await world.handle(runId, slow, { clock })).toEqual({ kind: 'done', outcome: 'read, 3 pages' });
    expect(await world.takeByType()).toEqual({ 'catalogue.pull': [{ runId }] });
    expect(await world.handle(runId, slow, { clock })).toEqual({ kind: 'done', outcome: 'accepted' });
    expect(await world.run(runId)).toMatchObject({ state: 'accepted', pages: 3, variants: 3 });
  });
});

describe('a run with any fault applies nothing and names every fault (D14)', () => {
  it('by page, product, variant and field, of every page', async () => {
    const shop = await world.shop();
    const noBrand = { ...product('P-1', 'V-1'), brand: '' };
    const noSize = wireProduct('P-2', [wireVariant('V-2', { size: null }), wireVariant('V-3')]);
    const insecure = wireProduct('P-3', [wireVariant('V-4')], {
      images: [{ url: 'http://images.example.com/1' }],
    });
    const run = await world.pull(shop.id, storeOf([noBrand], [noSize], [product('P-4', 'V-5'), insecure]));
    expect(run).toMatchObject({ state: 'refused', pages: 3, faultCount: 3 });
    expect(await world.faults(run.id)).toEqual([
      'page 1 / P-1 / products[0].brand must not be empty',
      'page 2 / P-2 / V-2 / products[0].variants[0].size is required',
      'page 3 / P-3 / products[1].images[0].url must be a public https address',
    ]);
    await expectUntouched(shop, run.id);
    expect(await world.openAlerts(shop.id)).toEqual([
      {
        kind: 'catalogue_refused',
        subject: `shop:${shop.slug}`,
        message: expect.stringContaining('3 faults in 3 pages'),
      },
    ]);
    await world.pull(shop.id, storeOf([product('P-1', 'V-1')]));
    expect(await world.openAlerts(shop.id)).toEqual([]);
  });

  it('ids repeated on another page, including one that does not validate', async () => {
    const shop = await world.shop();
    const noBrand = { ...product('P-1', 'V-1'), brand: null };
    const run = await world.pull(
      shop.id,
      storeOf([product('P-0', 'V-0'), noBrand], [product('P-1', 'V-9')], [product('P-8', 'V-1', 'V-0')]),
    );
    expect(await world.faults(run.id)).toEqual([
      'page 1 / P-1 / products[1].brand is required',
      'page 2 / P-1 / products[0].product_id is repeated: page 1 has it too',
      'page 3 / P-8 / V-1 / products[0].variants[0].variant_id is repeated: page 1 has it too',
      'page 3 / P-8 / V-0 / products[0].variants[1].variant_id is repeated: page 1 has it too',
    ]);
    await expectUntouched(shop, run.id);
  });

  it('a location that is missing or not on the sheet', async () => {
    const shop = await world.shop();
    const wrong = wireVariant('V-1', { inventory: inventory({ 1001: 1, 1003: 1, 9000: 0 }) });
    const run = await world.pull(shop.id, storeOf([wireProduct('P-1', [wrong])]));
    expect(await world.faults(run.id)).toEqual([
      'page 1 / P-1 / V-1 / products[0].variants[0].inventory[1].location_id is not on the environment sheet',
      'page 1 / P-1 / V-1 / products[0].variants[0].inventory must list location 1002',
    ]);
  });

  it("HUB_Network other than 0, only on a shop's first accepted run", async () => {
    const shop = await world.shop();
    const shown = (quantity: number) =>
      storeOf([
        wireProduct('P-1', [
          wireVariant('V-1', { inventory: inventory({ 1001: 1, 1002: 0, 9000: quantity }) }),
        ]),
      ]);
    const refused = await world.pull(shop.id, shown(4));
    expect(await world.faults(refused.id)).toEqual([
      'page 1 / P-1 / V-1 / products[0].variants[0].inventory[2].quantity must be 0 until a first run is accepted',
    ]);
    expect((await world.pull(shop.id, shown(0))).state).toBe('accepted');
    expect((await world.pull(shop.id, shown(4))).state).toBe('accepted');
  });

  it('a cursor that was followed before: reading ends there', async () => {
    const shop = await world.shop();
    const run = await world.pull(shop.id, (cursor) => ({
      body: {
        products: [product(`P-${cursor}`, `V-${cursor}`)],
        next_cursor: cursor === undefined ? 'a' : cursor === 'a' ? 'b' : 'a',
      },
    }));
    expect(run).toMatchObject({ state: 'refused', pages: 3 });
    expect(await world.faults(run.id)).toEqual([
      'page 3 / next_cursor is repeated: it leads back to a page already read',
    ]);
  });

  it('more than 10 000 pages', async () => {
    const shop = await world.shop();
    const runId = await world.request(shop.id);
    const endless: StoreOfTest = (_, call) => ({ body: { products: [], next_cursor: `c${call}` } });
    await world.handle(runId, storeOf([], []), { clock: takingTurns() });
    await world.db.catalogueRun.update({ where: { id: runId }, data: { pages: 9_998 } });
    const run = await world.carry(runId, endless);
    expect(run).toMatchObject({ state: 'refused', pages: 10_000 });
    expect(await world.faults(runId)).toEqual(['page 10000 / next_cursor leads to more than 10000 pages']);
  });

  it('an answer that is no page (over 10 MiB, no JSON): reading ends there, for its cursor cannot be read', async () => {
    const shop = await world.shop();
    const run = await world.pull(shop.id, () => ({
      outcome: {
        kind: 'invalid_receipt',
        status: 200,
        field: null,
        problem: 'the answer is larger than 10 MiB',
        faults: [{ field: '', message: 'the answer is larger than 10 MiB' }],
        attempts: 1,
      },
    }));
    expect(run.state).toBe('refused');
    expect(await world.faults(run.id)).toEqual(['page 1 / body the answer is larger than 10 MiB']);
  });

  it('D14: overlong texts that refuse nothing are left out and listed; the variant of such a barcode is not linked', async () => {
    const shop = await world.shop();
    const run = await world.pull(
      shop.id,
      storeOf([
        wireProduct(
          'P-1',
          [wireVariant('V-1', { barcode: '4006381333931'.repeat(20) }), wireVariant('V-2', { sku: 'S' })],
          {
            description: 'ä'.repeat(33_000),
            images: [{ url: 'https://images.example.com/1.jpg', alt: 'a'.repeat(1_001) }],
          },
        ),
        wireProduct('P-2', [wireVariant('V-3')], { description: 'd'.repeat(65_536) }),
      ]),
    );
    expect(run).toMatchObject({ state: 'accepted', faultCount: 0, variants: 3, invalidBarcodes: 1 });
    expect(await world.faults(run.id)).toEqual([
      'page 1 / P-1 / products[0].description is left out: it is longer than 64 KiB',
      'page 1 / P-1 / products[0].images[0].alt is left out: it is longer than 1000 characters',
      'page 1 / P-1 / V-1 / products[0].variants[0].barcode is left out, and the variant is not linked: it is longer than 255 characters',
    ]);
    expect(await world.variant(shop.id, 'V-1')).toMatchObject({
      barcode: null,
      gtin: null,
      linkProblem: 'invalid_barcode',
    });
    const products = await world.db.product.findMany({
      where: { shopId: shop.id },
      orderBy: { productId: 'asc' },
    });
    expect(products.map(({ description }) => description?.length ?? null)).toEqual([null, 65_536]);
    expect(products[0]?.images).toEqual([{ url: 'https://images.example.com/1.jpg' }]);
  });

  it('names a thousand faults of one page, and ten thousand of a run (D36)', async () => {
    const shop = await world.shop();
    const wrong = (from: number) =>
      Array.from({ length: 1_100 }, (_, index) => ({
        ...product(`P-${from + index}`, `V-${from + index}`),
        brand: '',
      }));
    const run = await world.pull(
      shop.id,
      storeOf(...Array.from({ length: 11 }, (_, page) => wrong(page * 1_100))),
    );
    expect(run.faultCount).toBe(11 * 1_001);
    expect(run.faults).toHaveLength(10_000);
    expect(run.faults[1_000]).toMatchObject({
      page: 1,
      field: 'products',
      message: 'has more than 1000 faults: the others are not named',
    });
  });

  it('images that do not resolve, where the run requires it; the lease is renewed meanwhile', async () => {
    const shop = await world.shop();
    const runId = await world.request(shop.id, { checkImages: true });
    const leases: (Date | null)[] = [];
    const fault = {
      productId: 'P-1',
      variantId: null,
      field: 'products[0].images[0].url',
      message: 'does not resolve: status 404',
    };
    let now = Date.now();
    const run = await world.carry(runId, storeOf([product('P-1', 'V-1')]), {
      clock: { now: () => (now += 1_000) },
      async *checkImages() {
        leases.push((await world.run(runId)).leaseUntil);
        yield [];
        leases.push((await world.run(runId)).leaseUntil);
        yield [fault];
      },
    });
    expect(run.state).toBe('refused');
    expect(await world.faults(runId)).toEqual([
      'page 1 / P-1 / products[0].images[0].url does not resolve: status 404',
    ]);
    expect(leases[1]?.getTime()).toBeGreaterThan(leases[0]?.getTime() ?? 0);
  });

  it('images are not checked otherwise', async () => {
    const shop = await world.shop();
    const run = await world.pull(shop.id, storeOf([product('P-1', 'V-1')]), {
      checkImages() {
        throw new Error('it was not asked for');
      },
    });
    expect(run.state).toBe('accepted');
  });
});

describe('a store that cannot be read (D23)', () => {
  it('for a while: the run keeps its progress, says why, and continues with the same page', async () => {
    const shop = await world.shop();
    const runId = await world.request(shop.id);
    const pages = storeOf([product('P-1', 'V-1')], [product('P-2', 'V-2')]);
    const failing: StoreOfTest = (cursor, call) =>
      cursor === 'c1' ? { outcome: unavailable } : pages(cursor, call);
    expect(await world.handle(runId, failing)).toEqual({
      kind: 'postpone',
      reason: 'the store cannot be reached: timeout',
      afterMs: 5_000,
      callAttempts: 0,
    });
    expect(await world.run(runId)).toMatchObject({
      state: 'reading',
      pages: 1,
      leaseUntil: null,
      failure: 'the store cannot be reached: timeout',
    });
    const run = await world.carry(runId, pages);
    expect(run).toMatchObject({
      state: 'accepted',
      pages: 2,
      variants: 2,
      failure: null,
      stalledSince: null,
    });
  });

  it('for 15 minutes: the run has failed, support is alerted, the next one works', async () => {
    const shop = await world.shop();
    const runId = await world.request(shop.id);
    let now = Date.now();
    const down: StoreOfTest = () => ({ outcome: unavailable });
    const clock = { now: () => now };
    await world.handle(runId, down, { clock });
    now += 15 * 60_000;
    expect(await world.handle(runId, down, { clock })).toEqual({ kind: 'done', outcome: 'failed' });
    expect(await world.run(runId)).toMatchObject({
      state: 'failed',
      failure: 'the store cannot be reached: timeout',
    });
    await expectUntouched(shop, runId);
    expect(await world.openAlerts(shop.id)).toMatchObject([
      { kind: 'catalogue_failed', subject: `shop:${shop.slug}` },
    ]);
    expect(await world.pull(shop.id, storeOf([product('P-1', 'V-1')]))).toMatchObject({ state: 'accepted' });
    expect(await world.openAlerts(shop.id)).toEqual([]);
  });

  it('for a 4xx: the run has failed at once', async () => {
    const shop = await world.shop();
    const run = await world.pull(shop.id, () => ({
      outcome: {
        kind: 'refused',
        status: 400,
        code: 'invalid_request',
        message: null,
        attempts: 1,
        maybeActed: false,
      },
    }));
    expect(run).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('status 400 (invalid_request)'),
    });
    expect(await world.openAlerts(shop.id)).toHaveLength(1);
  });

  it('because products is off: the run has failed, without an alert', async () => {
    const shop = await world.shop();
    const run = await world.pull(shop.id, () => ({
      outcome: { kind: 'capability_off', capability: 'products' },
    }));
    expect(run).toMatchObject({ state: 'failed', failure: 'the capability products is off' });
    expect(await world.openAlerts(shop.id)).toEqual([]);
  });
});

/** Every look at the clock is five seconds later: each page is a separate turn. */
function takingTurns() {
  let now = Date.now();
  return { now: () => (now += 5_000) };
}
