import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addressNames } from '../src/facts/address-names';
import type { CataloguePage, CatalogueProduct } from '../src/facts/catalogue';
import { everyRow } from '../src/facts/every-row';
import { keyedPage } from '../src/facts/keyed-page';
import { withVariants } from '../src/facts/with-variants';
import { OneAtATime } from '../src/storage/one-at-a-time';
import { aShippingOrder } from '../src/testing/calling-service';
import { aKit, type KitWorld } from './a-kit';
import { aSale } from './a-shop';

/** What any adapter would write itself otherwise. */

describe('keyedPage', () => {
  const aProduct = (key: number): CatalogueProduct => ({
    productId: String(key),
    title: 'Coat',
    brand: 'Sample',
    images: [],
    variants: [],
  });
  const read = (keys: readonly number[], page: { limit: number; cursor: string | null }) =>
    keyedPage(page, {
      key: /^\d+$/,
      read: async (after, take) => keys.filter((key) => key > Number(after)).slice(0, take),
      keyOf: String,
      toProduct: aProduct,
    });

  it('D14: gives each product once, in the order of keys, whatever the size of the pages; only the last has no cursor', async () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(ids, fc.integer({ min: 1, max: 5 }), async (given, limit) => {
        const keys = given.toSorted((one, other) => one - other);
        const seen: string[] = [];
        let cursor: string | null = null;
        do {
          const page: CataloguePage = await read(keys, { limit, cursor });
          expect(page.products.length).toBeLessThanOrEqual(limit);
          expect(page.products.length === 0 && keys.length > 0).toBe(false);
          seen.push(...page.products.map(({ productId }) => productId));
          cursor = page.nextCursor;
        } while (cursor !== null);
        expect(seen).toEqual(keys.map(String));
      }),
    );
  });

  it('refuses a cursor of another store', async () => {
    await expect(read([], { limit: 1, cursor: 'strange' })).rejects.toMatchObject({
      code: 'invalid_request',
      details: { field: 'cursor' },
    });
  });
});

describe('everyRow', () => {
  it('gives each row once, in the order of keys, page by page, and asks no more once a page was not full', async () => {
    const keys = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(keys, fc.integer({ min: 1, max: 5 }), async (given, take) => {
        const rows = given.toSorted((one, other) => one - other).map((id) => ({ id }));
        let asked = 0;
        const read = async (after: number | null) => {
          asked += 1;
          return rows.filter(({ id }) => id > (after ?? 0)).slice(0, take);
        };
        const seen: object[] = [];
        for await (const row of everyRow({ read, keyOf: ({ id }: { id: number }) => id }, take))
          seen.push(row);
        expect(seen).toEqual(rows);
        expect(asked).toBe(Math.floor(rows.length / take) + 1);
      }),
    );
  });
});

describe('addressNames', () => {
  const names = addressNames({ name: 'fullName', addressLine1: 'street', zip: 'postalCode', phone: 'phone' });

  it("writes an address under the platform's names, and reads it back", () => {
    const text = fc.string({ minLength: 1 });
    fc.assert(
      fc.property(fc.record({ name: text, addressLine1: text, zip: text, phone: text }), (parts) => {
        const address = { city: '', countryCode: '', ...parts };
        expect(names.read(names.write(address))).toEqual(address);
      }),
    );
  });

  it('leaves out what is not there; what the contract wants is empty then', () => {
    expect(names.read({ fullName: 'Robin', phone: null, other: 'x' })).toEqual({
      name: 'Robin',
      addressLine1: '',
      zip: '',
      city: '',
      countryCode: '',
    });
    const bare = { name: 'Robin', addressLine1: '', zip: '1', city: 'C', countryCode: 'SE', phone: null };
    expect(names.write(bare)).toEqual({
      fullName: 'Robin',
      postalCode: '1',
      city: 'C',
      countryCode: 'SE',
    });
  });
});

describe('withVariants', () => {
  const line = { barcode: null, sku: null, quantity: 1, unitPrice: 1, title: null };
  const lines = ['V-1', 'V-2'].map((variantId) => ({ ...line, externalRef: `R-${variantId}`, variantId }));

  it('finds the variant of each line, one after the other', async () => {
    const asked: (string | null)[] = [];
    const found = await withVariants(lines, async ({ variantId }) => {
      asked.push(variantId);
      return { id: `of ${variantId}` };
    });
    expect(asked).toEqual(['V-1', 'V-2']);
    expect(found.map(({ externalRef, variant }) => [externalRef, variant.id])).toEqual([
      ['R-V-1', 'of V-1'],
      ['R-V-2', 'of V-2'],
    ]);
  });

  it('refuses the order for a line of which nothing is found, by its place in the request', async () => {
    const found = withVariants(lines, async ({ variantId }) => (variantId === 'V-1' ? {} : null));
    await expect(found).rejects.toMatchObject({
      code: 'unknown_variant',
      details: { field: 'line_items[1].variant_id' },
    });
  });
});

describe('isServing', () => {
  let world: KitWorld;
  afterEach(() => world.stop());

  it('is said while the platform carries out that call, and at no other time', async () => {
    world = await aKit();
    const said: boolean[] = [];
    world.shop.onWrite = async () =>
      void said.push(world.kit.isServing('place_order'), world.kit.isServing('cancel_order'));
    await world.call('POST /orders', aShippingOrder());
    await world.kit.events.orderPaid(aSale('7'));
    said.push(world.kit.isServing('place_order'));
    expect(said).toEqual([true, false, false]);
  });
});

describe('requests that take turns', () => {
  let server: Server;
  afterEach(() => void server.close());

  it('begin once the one before has its answer, and so does a transaction', async () => {
    const turns = new OneAtATime();
    const log: string[] = [];
    const held: (() => void)[] = [];
    server = createServer((request, response) =>
      turns.middleware(request, response, () => {
        log.push(`${request.url} begins`);
        held.push(() => response.end());
      }),
    );
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port }: AddressInfo = Object(server.address());
    const arrived = (count: number) =>
      new Promise<void>((all) => {
        let left = count;
        server.on('request', () => (left -= 1) || all());
      });
    const both = arrived(1);
    const first = fetch(`http://127.0.0.1:${port}/first`);
    await both;
    const transaction = turns.run(async () => void log.push('a transaction'));
    const later = arrived(1);
    const second = fetch(`http://127.0.0.1:${port}/second`);
    await later;
    expect(log).toEqual(['/first begins']);
    held.shift()?.();
    await first;
    await transaction;
    await new Promise((turn) => setImmediate(turn));
    expect(log).toEqual(['/first begins', 'a transaction', '/second begins']);
    held.shift()?.();
    expect((await second).status).toBe(200);
  });
});
