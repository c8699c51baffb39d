import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { FoundShippingOrder, RequestedVariant } from '../src/adapter';
import { addressNames } from '../src/facts/address-names';
import type { CataloguePage, CatalogueProduct } from '../src/facts/catalogue';
import { everyRow } from '../src/facts/every-row';
import { keyedPage } from '../src/facts/keyed-page';
import { idsByReference } from '../src/adapters/ids-by-reference';
import { orderFacts, type OrderNow } from '../src/facts/order-now';
import { unlessRefused } from '../src/facts/unless-refused';
import type { MemoryTx } from '../src/storage/memory-storage';
import { OneAtATime } from '../src/storage/one-at-a-time';
import { aShippingOrder } from '../src/testing/calling-service';
import { aKit, type KitWorld } from './a-kit';
import { anOrderNow, aSale } from './a-shop';

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
    keyedPage(page, /^\d+$/, async (after, take) =>
      keys
        .filter((key) => key > Number(after))
        .slice(0, take)
        .map(aProduct),
    );

  it('D14: gives each product once, in the order of keys, for any page size; only the last has no cursor', async () => {
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
        for await (const row of everyRow(read, take)) seen.push(row);
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

  it('reads a text of parts joined, and writes it into the first; a country is in capitals', () => {
    const parts = addressNames({ name: ['first', 'last'], countryCode: 'country' });
    expect(parts.read({ first: 'Robin', last: 'Example', country: 'se' })).toMatchObject({
      name: 'Robin Example',
      countryCode: 'SE',
    });
    const address = { name: 'Robin Example', addressLine1: '', zip: '', city: '', countryCode: 'SE' };
    expect(parts.write(address)).toEqual({ first: 'Robin Example', country: 'SE' });
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

describe('findVariant', () => {
  let world: KitWorld;
  afterEach(() => world.stop());
  const handed: object[] = [];
  beforeEach(() => void (handed.length = 0));
  const finding = (found: Record<string, object>, more: object = {}) =>
    aKit(({ transactional }) => ({
      adapter: {
        ...transactional,
        findVariant: async ({ variantId }: RequestedVariant) => found[variantId ?? ''] ?? null,
        createShippingOrder: (order: FoundShippingOrder, tx: MemoryTx) => {
          handed.push(...order.lines);
          return transactional.createShippingOrder(order, tx);
        },
        setNetworkQuantity: async (level: object) => void handed.push(level),
        ...more,
      },
    }));

  it('is passed with the level, and with each line of a shipping order', async () => {
    world = await finding({ 'V-1': { own: 1 } });
    await world.call('POST /orders', aShippingOrder());
    await world.call('PUT /inventory', {
      variant_id: 'V-1',
      location_id: await world.kit.locationNumber('network'),
      quantity: 5,
    });
    expect(handed).toMatchObject([
      { variantId: 'V-1', variant: { own: 1 } },
      { variantId: 'V-1', variant: { own: 1 }, quantity: 5 },
    ]);
  });

  it('refuses what it does not find, by its path in the request; the platform is not asked for an id of another form', async () => {
    world = await finding({});
    const refusal = { status: 404, body: { error: { field: 'line_items[0].variant_id' } } };
    expect(await world.call('POST /orders', aShippingOrder())).toMatchObject(refusal);
    await world.stop();
    world = await finding({ 'V-1': {} }, { ids: /^\d+$/ });
    expect(await world.call('POST /orders', aShippingOrder())).toMatchObject(refusal);
    expect(handed).toEqual([]);
  });

  it('beside it a country that the shop does not ship to refuses the order', async () => {
    world = await finding({ 'V-1': {} }, { shipsTo: async (country: string) => country === 'XX' });
    expect(await world.call('POST /orders', aShippingOrder())).toMatchObject({
      status: 400,
      body: { error: { field: 'ship_to.country_code' } },
    });
  });
});

describe('orderFacts', () => {
  const parcel = {
    packageId: 'P',
    carrier: 'PostNord',
    trackingNumber: 'T',
    shippedAt: new Date(),
    lines: [{ lineId: 'L-1', quantity: 1 }],
  };
  const back = { returnId: 'R', lines: ['L-1', 'L-2'].map((lineId) => ({ lineId, quantity: 1 })) };
  const kinds = (change: Partial<OrderNow>) => orderFacts(anOrderNow('7', change)).map(({ kind }) => kind);

  it('reports a cancellation only where nothing has left', () => {
    expect(kinds({ sale: aSale('7'), cancellation: {} })).toEqual(['paid', 'cancelled']);
    expect(kinds({ cancellation: {}, packages: [parcel] })).toEqual(['shipped']);
  });

  it('reports of goods that are back only what has left; all, where the parcels of a sale are not read', () => {
    const linesBack = (change: Partial<OrderNow>) =>
      orderFacts(anOrderNow('7', { returns: [back], ...change })).flatMap((fact) =>
        fact.kind === 'returned' ? fact.goods.lines.map(({ lineId }) => lineId) : [],
      );
    expect(linesBack({ packages: [parcel] })).toEqual(['L-1']);
    expect(linesBack({ packages: [] })).toEqual([]);
    expect(linesBack({ packages: null })).toEqual(['L-1', 'L-2']);
  });
});

describe('unlessRefused', () => {
  it('gives what is no refusal; a refusal is invalid_request with its message', () => {
    expect(unlessRefused({ id: 1 }, 'errorCode')).toEqual({ id: 1 });
    expect(() => unlessRefused({ errorCode: 'NO', message: 'not so' }, 'errorCode')).toThrow('not so');
    expect(() => unlessRefused({ errorCode: 'NO' }, 'errorCode')).toThrow('refused');
  });
});

describe('idsByReference', () => {
  it('gives the same ids for the same references, and others for others', () => {
    const line = { variantId: 'V-1', barcode: null, sku: null, quantity: 1, unitPrice: 1, title: null };
    const order = (externalRef: string) =>
      idsByReference(Object({ externalRef, lines: [{ ...line, externalRef: `${externalRef}-1` }] }), {
        order: 'o_',
        line: 'l_',
      });
    expect(order('R-1')).toEqual(order('R-1'));
    expect(order('R-1').orderId).not.toBe(order('R-2').orderId);
    expect(order('R-1')).toEqual({
      orderId: expect.stringMatching(/^o_[0-9a-f]{32}$/),
      lineIds: [expect.stringMatching(/^l_[0-9a-f]{32}$/)],
    });
  });
});

describe('isServing', () => {
  let world: KitWorld;
  afterEach(() => world.stop());

  it('is true only while the platform carries out that call', async () => {
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
