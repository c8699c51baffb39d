import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readOn } from '../src/catalogue/read-on';
import { createStoreKit } from '../src/create-store-kit';
import type { CataloguePage } from '../src/facts/catalogue';
import type { ReadingRecord } from '../src/records';
import type { Mishap } from '../src/testing/fake-service';
import { aKit, type KitWorld } from './a-kit';
import { aSale } from './a-shop';

const MINUTE = 60_000;
const QUEUED = { queued: expect.any(String) };

let world: KitWorld;
/** The variants on sale, each a separate product and page. */
let onSale: string[];
/** Of these the products have no brand. */
let unbranded: string[];
let whileReading: () => Promise<void>;
beforeEach(async () => {
  onSale = ['V-1', 'V-2'];
  unbranded = [];
  whileReading = async () => {};
  world = await aKit(({ transactional }) => ({
    delivery: { atOnce: 1 },
    adapter: { ...transactional, products },
  }));
  // The service takes no event of its future.
  world.clock.ms -= 180 * MINUTE;
});
afterEach(() => world.stop());

async function products({ cursor }: { cursor: string | null }): Promise<CataloguePage> {
  const { shop, clock } = world;
  clock.ms += 1_000;
  const at = cursor === null ? 0 : Number(cursor);
  const page = onSale.slice(at, at + 1).map((variantId) => ({
    productId: `P-${variantId}`,
    title: 'Coat',
    brand: unbranded.includes(variantId) ? null : 'Sample',
    images: [{ url: 'https://images.example.com/1.jpg' }],
    variants: [{ variantId, inventory: [{ locationId: '1001', quantity: shop.stock.get(variantId) ?? 0 }] }],
  }));
  await whileReading();
  return { products: page, nextCursor: at + 1 < onSale.length ? String(at + 1) : null };
}

/** The service reads the whole catalogue. */
async function read(): Promise<string> {
  const pages = [];
  for (let cursor = ''; ;) {
    const { body } = await world.call(`GET /products?limit=100${cursor && `&cursor=${cursor}`}`);
    pages.push(body);
    const { next_cursor: next } = body;
    if (typeof next !== 'string') return JSON.stringify(pages);
    cursor = next;
  }
}

/** Stock moves, and the platform reports it. */
function move(variantId: string, quantity: number) {
  world.shop.stock.set(variantId, quantity);
  return world.kit.events.stockChanged({ variantId, locationId: '1001', quantity });
}

const reported = () =>
  world.service.dataOf('inventory.updated').map(({ variant_id, quantity }) => [variant_id, quantity]);

describe('stock of what the catalogue does not list', () => {
  it('is not reported: of a variant not on sale, of a product that had to be left out, at a location that is not agreed', async () => {
    world.shop.stock.set('V-unpublished', 5);
    unbranded.push('V-2');
    await world.kit.sweep();
    await read();
    expect(await move('V-unpublished', 4)).toEqual({ skipped: 'not_listed' });
    expect(await move('V-2', 4)).toEqual({ skipped: 'not_listed' });
    expect(
      await world.kit.events.stockChanged({ variantId: 'V-1', locationId: 'outlet', quantity: 4 }),
    ).toEqual({ skipped: 'not_listed' });
    expect(await world.kit.sweep()).toMatchObject({ reported: 0 });
    expect(await move('V-1', 4)).toEqual(QUEUED);
    await world.kit.sendDue();
    expect(reported()).toEqual([['V-1', 4]]);
  });

  it('is reported once it is listed, and no more once a whole reading went without it', async () => {
    await read();
    onSale.push('V-3');
    expect(await move('V-3', 8)).toEqual({ skipped: 'not_listed' });
    await read();
    expect(await move('V-3', 7)).toEqual(QUEUED);
    onSale.pop();
    expect(await move('V-3', 6)).toEqual(QUEUED);
    await read();
    expect(await move('V-3', 5)).toEqual({ skipped: 'not_listed' });
    expect(await move('V-1', 5)).toEqual(QUEUED);
  });

  it('is still reported while it is listed, though the clock went back since the last reading', async () => {
    const { clock } = world;
    clock.ms += 60 * MINUTE;
    await read();
    clock.ms -= 60 * MINUTE;
    await world.call('GET /products?limit=100');
    expect(await move('V-1', 4)).toEqual(QUEUED);
  });

  it('is reported for everything before the catalogue was read whole for the first time', async () => {
    await world.call('GET /products?limit=100');
    expect(await move('V-2', 4)).toEqual(QUEUED);
    expect(await move('V-unpublished', 4)).toEqual(QUEUED);
  });

  it('is in the page that lists it again, though it changed while that was read', async () => {
    await read();
    onSale = ['V-3'];
    world.shop.stock.set('V-3', 9);
    whileReading = async () => {
      whileReading = async () => {};
      expect(await move('V-3', 2)).toEqual({ skipped: 'not_listed' });
    };
    expect(await read()).toContain('"quantity":2');
    expect(await move('V-3', 1)).toEqual(QUEUED);
  });

  it('is known in every process: at its next sweep, and of what was listed since without waiting for that', async () => {
    const other = createStoreKit({
      adapter: { ...world.shop.transactional, products },
      storage: world.storage,
      credentials: () => ({ bearerTokens: ['t'], signingSecrets: ['test-secret'] }),
      eventsUrl: world.service.url,
      networkLocationId: 'network',
      currency: 'EUR',
      now: () => world.clock.ms,
    });
    await read();
    await other.sweep();
    const of = (variantId: string) =>
      other.events.stockChanged({ variantId, locationId: '1001', quantity: 3 });
    expect([await of('V-1'), await of('V-3')]).toEqual([QUEUED, { skipped: 'not_listed' }]);
    onSale.push('V-3');
    await read();
    expect(await of('V-3')).toEqual(QUEUED);
  });
});

describe('a refused report of stock', () => {
  const refuse = async (mishap: Mishap) => {
    world.service.mishaps.push(mishap);
    await world.kit.sendDue();
  };

  it('"Rules per event": is not sent again by each sweep, but as a new event once the catalogue was read', async () => {
    const { kit, clock, service } = world;
    await kit.sweep();
    await read();
    clock.ms += 60 * MINUTE;
    await move('V-1', 4);
    await refuse('unknown_variant');
    for (const _ of [1, 2]) expect(await kit.sweep()).toMatchObject({ reported: 0 });
    await read();
    expect(await kit.sweep()).toMatchObject({ reported: 1 });
    expect(await kit.sweep()).toMatchObject({ reported: 0 });
    await kit.sendDue();
    expect(reported()).toEqual([['V-1', 4]]);
    expect(service.attempts).toHaveLength(2);
    expect(await kit.health()).toMatchObject({ ok: true, parked: 0 });
  });

  it('is sent again with its next figure, instead of the parked one', async () => {
    const { kit } = world;
    await kit.sweep();
    await read();
    await move('V-1', 4);
    await refuse('unknown_variant');
    world.shop.stock.set('V-1', 3);
    expect(await kit.sweep()).toMatchObject({ reported: 1 });
    await kit.sendDue();
    expect(reported()).toEqual([['V-1', 3]]);
    expect(await kit.health()).toMatchObject({ parked: 0 });
  });

  it('is forgotten where the variant is not listed any more, or a later report of the place was taken', async () => {
    const { kit, clock } = world;
    await read();
    await move('V-2', 4);
    await refuse('unknown_variant');
    await move('V-1', 4);
    await move('V-1', 3);
    await refuse('unknown_variant');
    expect(await kit.health()).toMatchObject({ parked: 2 });
    onSale.pop();
    clock.ms += MINUTE;
    await read();
    await kit.sweep();
    await kit.sendDue();
    expect(await kit.health()).toMatchObject({ parked: 0 });
    expect(reported()).toEqual([['V-1', 3]]);
  });

  it('as of the future, because the clock was ahead, is sent again by each sweep', async () => {
    const { kit, clock } = world;
    await kit.sweep();
    const now = clock.ms;
    clock.ms = Date.now() + 600 * MINUTE;
    await move('V-1', 4);
    await kit.sendDue();
    clock.ms = now;
    expect(await kit.health()).toMatchObject({ latestParked: [{ code: 'future_timestamp' }] });
    expect(await kit.sweep()).toMatchObject({ reported: 1 });
  });

  it.each([
    ['a secret that was wrong', 'unauthorized'],
    ['a capability that was off', 'capability_disabled'],
    ['a time that another figure had', 'timestamp_conflict'],
  ] as const)(
    'for %s, which no reading of the catalogue changes, is sent again by each sweep',
    async (_, code) => {
      const { kit, clock } = world;
      await kit.sweep();
      await read();
      clock.ms += 60 * MINUTE;
      await move('V-1', 4);
      await refuse(code);
      expect(await kit.sweep()).toMatchObject({ reported: 1 });
      await kit.sendDue();
      expect(reported()).toEqual([['V-1', 4]]);
    },
  );

  it('is not left behind however many others are parked: of orders, and of stock', async () => {
    const { kit, storage, clock } = world;
    await kit.sweep();
    const many = Array.from({ length: 600 }, (_, at) => `${at}`);
    for (const variantId of many) await move(variantId, 4);
    for (const orderId of many) await kit.events.orderPaid(aSale(orderId));
    const [at, until] = [new Date(clock.ms), new Date(clock.ms + MINUTE)];
    const end = { state: 'parked', reason: { at, status: null, code: null, field: null } } as const;
    for (const { eventId } of await storage.leaseEvents({ now: at, until, limit: 1_200, token: 't' }))
      await storage.settleEvent({ eventId, token: 't', end });
    expect(await kit.health()).toMatchObject({ parked: 1_200 });
    expect(await kit.sweep()).toMatchObject({ reported: 600 });
    expect(await kit.health()).toMatchObject({ parked: 600, waiting: 600 });
  });

  it('that was neither answered nor refused is sent again by each sweep', async () => {
    await world.stop();
    world = await aKit(() => ({ delivery: { delaysMs: [] } }));
    const { kit } = world;
    await kit.sweep();
    await move('V-1', 4);
    for (const _ of [1, 2]) {
      await refuse(503);
      expect(await kit.sweep()).toMatchObject({ reported: 1 });
    }
    await kit.sendDue();
    expect(reported()).toEqual([['V-1', 4]]);
  });
});

it('a whole reading has listed every page since it began, whatever other readings run beside it', () => {
  const pages = 4;
  const cursorOf = (page: number): string | null => (page === 0 ? null : `c${page}`);
  const reader = fc.nat({ max: 2 });
  fc.assert(
    fc.property(fc.array(reader, { maxLength: 40 }), (turns) => {
      let known: ReadingRecord = { startedAt: 0, next: null, whole: null };
      const places = [0, 0, 0];
      const listedAt = Array.from({ length: pages }, () => -1);
      for (const [now, who] of turns.entries()) {
        const page = places[who] ?? 0;
        listedAt[page] = now;
        places[who] = (page + 1) % pages;
        const nextCursor = page + 1 < pages ? cursorOf(page + 1) : null;
        known = readOn(known, { cursor: cursorOf(page), nextCursor }, now);
        expect(Math.min(...listedAt)).toBeGreaterThanOrEqual(known.whole?.startedAt ?? -1);
      }
    }),
  );
});
