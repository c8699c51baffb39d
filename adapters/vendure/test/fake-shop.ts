import { Country, Fulfillment, Order, Product, ProductVariant, StockLevel } from './fake-vendure';

/** What Vendure 3.7.3 keeps of a shop of `shop/main.ts`, as far as the adapter reads it. */
export const NETWORK = {
  locationId: 2,
  ownLocationIds: ['1'],
  shippingMethodId: 7,
  perUnit: 100,
};

export const aLevel = (level: object = {}) => ({
  productVariantId: 5,
  stockLocationId: 1,
  stockOnHand: 6,
  stockAllocated: 2,
  ...level,
});

export const aVariant = (more: object = {}) => ({
  id: 5,
  sku: 'CAMP-STOVE',
  enabled: true,
  deletedAt: null,
  customFields: { size: null, barcode: '4006381333979' },
  options: [],
  translations: [{ languageCode: 'en', name: 'Camp stove' }],
  ...more,
});

export const aLine = (more: object = {}) => ({
  id: 11,
  productVariantId: 5,
  productVariant: aVariant(),
  quantity: 2,
  orderPlacedQuantity: 2,
  unitPriceWithTax: 8_000,
  linePriceWithTax: 16_000,
  proratedLinePriceWithTax: 14_400,
  customFields: { hubRef: null },
  ...more,
});

export const anOrder = (more: object = {}) => ({
  id: 3,
  code: 'YVEAMCVLZCWGNREJ',
  state: 'PaymentSettled',
  orderPlacedAt: new Date('2026-11-22T11:29:04.808Z'),
  updatedAt: new Date('2026-11-22T11:29:05.000Z'),
  currencyCode: 'EUR',
  customFields: { hubRef: null, hubTag: null },
  customer: { emailAddress: 'astrid@customer.example' },
  shippingAddress: {
    fullName: 'Astrid Holm',
    streetLine1: 'Nyhavn 17',
    postalCode: '1051',
    city: 'København',
    countryCode: 'DK',
  },
  shippingLines: [{ shippingMethod: { code: 'parcel' } }],
  shippingWithTax: 500,
  totalWithTax: 14_900,
  payments: [{ state: 'Settled' }],
  lines: [aLine()],
  fulfillments: [],
  ...more,
});

export const anAllocation = (stockLocationId: number, line = 11) => ({
  orderLine: { id: line },
  stockLocationId,
  quantity: 2,
});

export const aPackage = (more: object = {}) => ({
  id: 21,
  state: 'Shipped',
  method: 'PostNord',
  trackingCode: 'PN-1',
  customFields: { trackingUrl: null },
  updatedAt: new Date('2026-11-22T12:00:00Z'),
  lines: [{ orderLineId: 11, quantity: 2 }],
  ...more,
});

/** Vendure's services over what a shop holds; every change they are asked for is written down. */
export function fakeServices(held: {
  orders?: object[];
  variants?: object[];
  levels?: object[];
  products?: object[];
  countries?: object[];
}) {
  const asked: [string, ...unknown[]][] = [];
  const rows = new Map<unknown, object[]>([
    [Order, held.orders ?? []],
    [ProductVariant, held.variants ?? [aVariant()]],
    [StockLevel, held.levels ?? [aLevel()]],
    [Product, held.products ?? []],
    [Country, held.countries ?? [{ code: 'SE' }]],
  ]);
  const repository = (entity: unknown) => {
    const all = rows.get(entity) ?? [];
    const id = ({
      where,
    }: {
      where: { id?: unknown; code?: unknown; customFields?: { barcode?: unknown } };
    }) => all.find((row) => isAsked(row, where)) ?? null;
    return {
      findOne: (options: { where: object }) => Promise.resolve(id(options)),
      find: () => Promise.resolve(all),
      update: (...given: unknown[]) =>
        Promise.resolve(asked.push(['update', entity === Fulfillment, ...given])),
    };
  };
  const service = (name: string, answers: Record<string, (...given: never[]) => unknown>) =>
    Object.fromEntries(
      Object.entries(answers).map(([method, answer]) => [
        method,
        (_ctx: unknown, ...given: never[]) => {
          asked.push([`${name}.${method}`, ...given]);
          return Promise.resolve(answer(...given));
        },
      ]),
    );
  let placed: { id: number; lines: { id: number; customFields: object }[] } = { id: 40, lines: [] };
  const services = {
    connection: { getRepository: (_ctx: unknown, entity: unknown) => repository(entity) },
    contexts: { create: () => Promise.resolve({ languageCode: 'en' }) },
    customers: service('customers', { createOrUpdate: () => ({ id: 1 }) }),
    history: {
      createHistoryEntryForOrder: ({ data }: { data: unknown }) => {
        asked.push(['history.note', data]);
        return Promise.resolve({ id: 77 });
      },
    },
    levels: service('levels', { getStockLevel: () => held.levels?.[0] ?? aLevel() }),
    movements: service('movements', { adjustProductVariantStock: () => [] }),
    orders: service('orders', {
      createDraft: () => placed,
      updateCustomFields: () => placed,
      addCustomerToOrder: () => placed,
      addItemToOrder: (_id: number, _variant: number, _quantity: number, customFields: object) => {
        placed = { ...placed, lines: [...placed.lines, { id: 50 + placed.lines.length, customFields }] };
        return placed;
      },
      setShippingAddress: () => placed,
      setShippingMethod: () => placed,
      transitionToState: () => placed,
      addManualPaymentToOrder: () => ({ ...placed, state: 'PaymentSettled' }),
      createFulfillment: () => ({ id: 21 }),
      transitionFulfillmentToState: () => ({ id: 21 }),
      cancelOrder: () => placed,
    }),
  };
  return { services, asked, of: (name: string) => asked.filter(([what]) => what === name) };
}

function isAsked(
  row: object,
  where: { id?: unknown; code?: unknown; customFields?: { barcode?: unknown } },
): boolean {
  const { id, code, customFields }: typeof where = { ...row };
  if (where.customFields) return customFields?.barcode === where.customFields.barcode;
  return where.code === undefined ? id === where.id : code === where.code;
}
