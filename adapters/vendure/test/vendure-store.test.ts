import { describe, expect, it, jest } from '@jest/globals';
import type * as Facts from '../src/facts';
import type * as Strategies from '../src/strategies';
import type * as Adapter from '../src/vendure-store';
import { orderFacts } from '../../../packages/store-kit/src';
import { levelWithVariant, withAllVariants } from '../../../packages/store-kit/src/adapters/with-variants';
import { aLevel, aLine, anAllocation, anOrder, aPackage, aVariant, fakeServices, NETWORK } from './fake-shop';

// Vendure is not installed here: the adapter alone is tried, against what its services answer.
jest.mock('@vendure/core', () => jest.requireActual('./fake-vendure'), { virtual: true });
jest.mock(
  '@vendure/common/lib/generated-types',
  () => ({ HistoryEntryType: { ORDER_NOTE: 'ORDER_NOTE', ORDER_CANCELLATION: 'ORDER_CANCELLATION' } }),
  { virtual: true },
);
jest.mock(
  '@vendure/core/dist/entity/history-entry/order-history-entry.entity',
  () => jest.requireActual('./fake-vendure'),
  { virtual: true },
);
jest.mock(
  'typeorm',
  () => Object.fromEntries(['In', 'IsNull', 'MoreThan', 'MoreThanOrEqual'].map((name) => [name, () => name])),
  { virtual: true },
);
jest.mock('@hub/store-kit', () => jest.requireActual('../../../packages/store-kit/src'), { virtual: true });

const { adapterOf } = jest.requireActual<typeof Adapter>('../src/vendure-store');
const { HubStockLocationStrategy, payoutPrices } = jest.requireActual<typeof Strategies>('../src/strategies');
const facts = jest.requireActual<typeof Facts>('../src/facts');

const CTX = Object({});

function aStore(held: Parameters<typeof fakeServices>[0]) {
  const fake = fakeServices(held);
  const store = adapterOf(Object(fake.get), NETWORK);
  return { ...fake, store };
}

const factsOf = (order: object, cancellations: object[] = []) =>
  orderFacts(facts.orderNow(Object(order), Object(cancellations)));

describe('PUT /inventory', () => {
  const aWish = (quantity: number, variantId = '5') => ({ variantId, quantity });

  it('writes the quantity and what open orders have taken, for Vendure sells the difference', async () => {
    const { store, of } = aStore({ levels: [aLevel({ stockLocationId: 2, stockAllocated: 2 })] });
    await store.setNetworkQuantity(await levelWithVariant(store, aWish(7), CTX), CTX);
    expect(of('movements.adjustProductVariantStock')).toEqual([
      ['movements.adjustProductVariantStock', 5, [{ stockLocationId: 2, stockOnHand: 9 }]],
    ]);
  });

  it('of a variant that is not there is refused', async () => {
    const { store } = aStore({});
    for (const variantId of ['6', 'no-number', '5e0'])
      await expect(levelWithVariant(store, aWish(1, variantId), CTX)).rejects.toMatchObject({
        code: 'unknown_variant',
      });
  });
});

describe('POST /orders', () => {
  const request = {
    externalRef: 'R-1',
    currency: 'EUR',
    shipTo: {
      name: 'Astrid Holm',
      addressLine1: 'Nyhavn 17',
      zip: '1051',
      city: 'København',
      countryCode: 'SE',
      email: 'relay@hub.example',
    },
    lines: [
      {
        externalRef: 'R-1-1',
        variantId: '5',
        barcode: null,
        sku: null,
        quantity: 2,
        unitPrice: 5_601,
        title: null,
      },
      {
        externalRef: 'R-1-2',
        variantId: null,
        barcode: '4006381333979',
        sku: null,
        quantity: 1,
        unitPrice: 3_150,
        title: null,
      },
    ],
  };

  type Store = ReturnType<typeof aStore>['store'];
  const place = async (store: Store, order: object) =>
    store.createShippingOrder(Object(await withAllVariants(store, Object(order), Object(CTX))), Object(CTX));

  it('is a paid order with its tag, its references and its payout, shipped for nothing', async () => {
    const { store, of } = aStore({});
    const created = await place(store, request);
    expect(created).toEqual({ orderId: '40', lineIds: ['50', '51'] });
    expect(of('orders.updateCustomFields')[0]?.[2]).toEqual({
      hubRef: 'R-1',
      hubTag: 'hub_ship',
      hubEmail: 'relay@hub.example',
    });
    expect(of('orders.addItemToOrder').map(([, , ...item]) => item)).toEqual([
      [5, 2, { hubRef: 'R-1-1', hubPrice: 5_601 }],
      [5, 1, { hubRef: 'R-1-2', hubPrice: 3_150 }],
    ]);
    expect(of('orders.setShippingAddress')[0]?.[2]).toEqual({
      fullName: 'Astrid Holm',
      streetLine1: 'Nyhavn 17',
      postalCode: '1051',
      city: 'København',
      countryCode: 'SE',
    });
    expect(of('orders.setShippingMethod')[0]?.[2]).toEqual([NETWORK.shippingMethodId]);
    expect(of('orders.addManualPaymentToOrder')).toHaveLength(1);
  });

  it('never mails the customer of another shop: the buyer is the network', async () => {
    const { store, of } = aStore({});
    await place(store, request);
    expect(of('customers.createOrUpdate')[0]?.[1]).toMatchObject({
      emailAddress: 'hub-network@example.invalid',
    });
  });

  it('is refused whole for one unknown line, or a country the shop does not ship to, before anything is created', async () => {
    const { store, of } = aStore({});
    const [line] = request.lines;
    const strange = { ...request, lines: [line, { ...line, variantId: '999' }] };
    await expect(place(store, strange)).rejects.toMatchObject({
      code: 'unknown_variant',
      details: { field: 'line_items[1].variant_id' },
    });
    const far = { ...request, shipTo: { ...request.shipTo, countryCode: 'AQ' } };
    await expect(place(store, far)).rejects.toMatchObject({
      code: 'invalid_request',
      details: { field: 'ship_to.country_code' },
    });
    expect(of('orders.createDraft')).toEqual([]);
  });
});

describe('PUT /orders/{order_id}/tracking', () => {
  const parcel = {
    orderId: '3',
    externalRef: 'P-1',
    carrier: 'PostNord',
    trackingNumber: 'PN-1',
    trackingUrl: null,
    shippedAt: new Date(),
    lines: [{ lineId: '11', quantity: 1 }],
  };

  it('fulfils what the package holds, and marks it as shipped', async () => {
    const { store, of } = aStore({ orders: [anOrder()] });
    await store.addTracking(parcel, CTX);
    expect(of('orders.createFulfillment')[0]?.[1]).toMatchObject({
      lines: [{ orderLineId: '11', quantity: 1 }],
      handler: { arguments: [{ value: 'PostNord' }, { value: 'PN-1' }] },
    });
    expect(of('orders.transitionFulfillmentToState')).toEqual([
      ['orders.transitionFulfillmentToState', 21, 'Shipped'],
    ]);
  });
});

describe('POST /cancel', () => {
  const shipping = (more: object) =>
    anOrder({ customFields: { hubRef: 'R-1', hubTag: 'hub_ship' }, ...more });
  const stop = { orderId: '3', reason: null };

  it('stops a shipping order, and the packages that wait for the carrier', async () => {
    const packages = [aPackage({ state: 'Pending' }), aPackage({ id: 22, state: 'Cancelled' })];
    const { store, of } = aStore({ orders: [shipping({})], packages });
    expect(await store.stopShippingOrder(stop, CTX)).toBe('stopped');
    expect(of('orders.transitionFulfillmentToState')).toEqual([
      ['orders.transitionFulfillmentToState', 21, 'Cancelled'],
    ]);
    expect(of('orders.cancelOrder')).toHaveLength(1);
  });

  it('is answered by the kit once a package has left, or staff have cancelled: the order as it stands says so', async () => {
    const gone = aStore({ orders: [shipping({ fulfillments: [aPackage()] })] });
    expect(await gone.store.orderNow?.('3', CTX)).toMatchObject({ packages: [{ packageId: '21' }] });
    const cancelled = aStore({ orders: [shipping({ state: 'Cancelled' })] });
    expect(await cancelled.store.orderNow?.('3', CTX)).toMatchObject({ cancellation: {}, packages: [] });
  });
});

describe('POST /returns', () => {
  it('is a note on the order, for Vendure has no returns; its id is the note’s', async () => {
    const { store, of } = aStore({ orders: [anOrder()] });
    const goods = {
      orderId: '3',
      externalRef: 'T-1',
      lines: [{ lineId: '11', quantity: 2, reason: 'too small', sku: 'CAMP-STOVE' }],
    };
    expect(await store.registerReturn(goods, CTX)).toBe('77');
    expect(of('history.note')).toEqual([
      ['history.note', { note: expect.stringMatching(/T-1: 2 × CAMP-STOVE \(too small\).*refund/) }],
    ]);
  });
});

describe('a line', () => {
  const locations = Object([
    { id: 1, name: 'Default Stock Location' },
    { id: 2, name: 'HUB_Network' },
  ]);
  const strategyOver = (own: number, network: number, isTakingIn = false) => {
    const levels = [
      aLevel({ stockLocationId: 1, stockOnHand: own, stockAllocated: 0 }),
      aLevel({ stockLocationId: 2, stockOnHand: network, stockAllocated: 0 }),
    ];
    const strategy = new HubStockLocationStrategy(() => isTakingIn);
    Object.assign(strategy, { connection: fakeServices({ levels }).connection });
    return { strategy, levels: Object(levels) };
  };
  const places = async (
    stock: { own: number; network: number },
    quantity: number,
    hubRef: string | null = null,
  ) => {
    const { strategy } = strategyOver(stock.own, stock.network);
    const line = Object(aLine({ customFields: { hubRef } }));
    const given = await strategy.forAllocation(Object(CTX), locations, line, quantity);
    return given.map((one) => [one.location.name, one.quantity]);
  };

  it('comes whole from one location, the shop’s own first', async () => {
    expect(await places({ own: 3, network: 5 }, 3)).toEqual([['Default Stock Location', 3]]);
    expect(await places({ own: 3, network: 5 }, 4)).toEqual([['HUB_Network', 4]]);
    expect(await places({ own: 3, network: 5 }, 6)).toEqual([['Default Stock Location', 6]]);
  });

  it('of a shipping order never comes from the network', async () => {
    expect(await places({ own: 0, network: 5 }, 1, 'R-1-1')).toEqual([['Default Stock Location', 1]]);
  });

  it('can be bought only as large as one location has it; what was bought can leave from any', () => {
    const { strategy, levels } = strategyOver(3, 5);
    const { stockOnHand, stockAllocated } = strategy.getAvailableStock(Object(CTX), 5, levels);
    expect([stockOnHand, stockOnHand - stockAllocated]).toEqual([8, 5]);
    const taken = strategyOver(3, 5, true).strategy.getAvailableStock(Object(CTX), 5, levels);
    expect(taken.stockOnHand).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('of a shipping order costs its payout, any other what the shop asks', () => {
    const usual = { calculateUnitPrice: () => ({ price: 8_000, priceIncludesTax: false }) };
    const priceOf = (fields: object) =>
      payoutPrices(usual).calculateUnitPrice(Object(CTX), Object(aVariant()), Object(fields), Object({}), 1);
    expect(priceOf({ hubPrice: 5_601 })).toEqual({ price: 5_601, priceIncludesTax: true });
    expect(priceOf({ hubPrice: null })).toEqual({ price: 8_000, priceIncludesTax: false });
  });
});

describe('what is reported', () => {
  it('of an order: whole, its discount apart from its prices, each line at its location', () => {
    const lines = [
      aLine(),
      aLine({
        id: 12,
        linePriceWithTax: 8_000,
        proratedLinePriceWithTax: 8_000,
        allocations: [anAllocation(1)],
      }),
    ];
    const [paid] = factsOf(anOrder({ lines }));
    expect(paid).toMatchObject({
      kind: 'paid',
      order: {
        orderId: '3',
        currency: 'EUR',
        externalRef: null,
        shippingAddress: { name: 'Astrid Holm', zip: '1051', email: 'astrid@customer.example' },
        shippingCost: 500,
        lines: [
          {
            lineId: '11',
            unitPrice: 8_000,
            discount: 1_600,
            allocations: [{ locationId: '2', quantity: 2 }],
          },
          { lineId: '12', unitPrice: 8_000, discount: 0, allocations: [{ locationId: '1', quantity: 2 }] },
        ],
      },
    });
  });

  it('of a shipping order: its reference, so that it is no sale', () => {
    const [paid] = factsOf(anOrder({ customFields: { hubRef: 'R-1', hubTag: 'hub_ship' } }));
    expect(paid).toMatchObject({ order: { externalRef: 'R-1' } });
  });

  it('of an order that is not paid: nothing', () => {
    const unpaid = { payments: [], orderPlacedAt: null };
    for (const order of [
      { ...unpaid, state: 'AddingItems' },
      { ...unpaid, state: 'Cancelled' },
      { state: 'PaymentAuthorized', payments: [{ state: 'Authorized' }, { state: 'Settled' }] },
      { state: 'Cancelled', payments: [{ state: 'Cancelled' }] },
    ])
      expect(factsOf(anOrder(order)).filter(({ kind }) => kind === 'paid')).toEqual([]);
    // Within the step that places it, Vendure has not saved the time; and a free order has no payment.
    expect(factsOf(anOrder(unpaid))).toMatchObject([
      { kind: 'paid', order: { createdAt: new Date('2026-11-22T11:29:05.000Z') } },
    ]);
  });

  it('of a package without a carrier or a number: that it has left all the same', () => {
    const bare = aPackage({ method: '', trackingCode: '' });
    expect(factsOf(anOrder({ state: 'Shipped', fulfillments: [bare] }))[1]).toMatchObject({
      kind: 'shipped',
      package: { orderId: '3', packageId: '21', carrier: 'unknown', trackingNumber: 'untracked-21' },
    });
  });

  const cancellation = (id: number, quantity = 2) => ({
    id,
    data: { lines: [{ orderLineId: '11', quantity }], reason: `entry ${id}` },
  });
  const back = (line: object, packages: object[], cancellations: object[] = [cancellation(9)]) =>
    factsOf(anOrder({ lines: [aLine(line)], fulfillments: packages }), cancellations).flatMap((fact) =>
      fact.kind === 'returned' ? [fact.goods] : [],
    );

  it('of a cancellation after shipping: goods are back, of what has left alone', () => {
    const goods = { orderId: '3', lines: [{ lineId: '11', quantity: 2, reason: 'entry 9' }] };
    expect(back({ quantity: 0 }, [aPackage()])).toEqual([{ returnId: '9', ...goods }]);
    expect(back({ quantity: 0 }, [aPackage({ state: 'Pending' })])).toEqual([]);
  });

  it('of a line that came back in two parts: each part, which the kit makes a whole line of', () => {
    const parts = [cancellation(9, 1), cancellation(10, 1)];
    const [one, other] = back({ quantity: 0 }, [aPackage()], parts);
    expect(one).toMatchObject({ returnId: '9', lines: [{ lineId: '11', quantity: 1 }] });
    expect(other).toMatchObject({ returnId: '10', lines: [{ lineId: '11', quantity: 1 }] });
  });

  it('of its whole timeline: each fact in its order; a cancellation only where nothing left', () => {
    const kinds = (order: object, cancellations: object[] = []) =>
      factsOf(order, cancellations).map(({ kind }) => kind);
    expect(kinds(anOrder())).toEqual(['paid']);
    expect(kinds(anOrder({ state: 'Cancelled' }))).toEqual(['paid', 'cancelled']);
    const gone = anOrder({ state: 'Cancelled', fulfillments: [aPackage()], lines: [aLine({ quantity: 0 })] });
    expect(kinds(gone, [cancellation(9)])).toEqual(['paid', 'shipped', 'returned']);
  });

  it('of the catalogue: brand and size of the facet and the option where the field is empty', async () => {
    const size = { group: { code: 'trail-jacket-size' }, name: 'M' };
    const levels = [aLevel(), aLevel({ stockLocationId: 2, stockOnHand: 1 })];
    const product = (more: object) => ({
      id: 1,
      name: 'Trail jacket',
      customFields: {},
      featuredAsset: { preview: 'jacket.svg' },
      assets: [{ asset: { preview: 'jacket.svg' } }],
      facetValues: [{ facet: { code: 'brand' }, name: 'Fjordline' }],
      variants: [aVariant({ options: [size], stockLevels: levels })],
      ...more,
    });
    const bare = product({ id: 2, featuredAsset: null, assets: [], facetValues: [], variants: [] });
    const { store } = aStore({ products: [product({}), bare] });
    expect(await store.products({ limit: 2, cursor: null })).toEqual({
      nextCursor: null,
      products: [
        expect.objectContaining({
          productId: '1',
          brand: 'Fjordline',
          images: [{ url: 'jacket.svg' }, { url: 'jacket.svg' }],
          variants: [
            expect.objectContaining({
              variantId: '5',
              size: 'M',
              barcode: '4006381333979',
              inventory: [
                { locationId: '1', quantity: 4 },
                { locationId: '2', quantity: -1 },
              ],
            }),
          ],
        }),
        expect.objectContaining({
          productId: '2',
          brand: undefined,
          images: [{ url: undefined }],
          variants: [],
        }),
      ],
    });
    await expect(store.products({ limit: 2, cursor: 'strange' })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});
