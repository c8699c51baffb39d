import * as vendure from './fake-vendure';

/** What Vendure 3.7.3 keeps of a shop of `shop/main.ts`, as far as the adapter reads it. */
export const NETWORK = {
  locationId: 2,
  ownLocationIds: ['1'],
  shippingMethodId: 7,
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
  name: 'Camp stove',
  stockLevels: [],
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
  allocations: [anAllocation(2)],
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

export const anAllocation = (stockLocationId: number) => ({ stockLocationId, quantity: 2 });

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

/** Vendure's services, by their classes, over what a shop holds; every requested change is recorded. */
export function fakeServices(held: {
  orders?: object[];
  variants?: object[];
  levels?: object[];
  products?: object[];
  countries?: object[];
  packages?: object[];
  cancellations?: object[];
}) {
  const asked: [string, ...unknown[]][] = [];
  const rows = new Map<unknown, object[]>([
    [vendure.Order, held.orders ?? []],
    [vendure.ProductVariant, held.variants ?? [aVariant()]],
    [vendure.StockLevel, held.levels ?? [aLevel()]],
    [vendure.Product, held.products ?? []],
    [vendure.Country, held.countries ?? [{ code: 'SE' }]],
    [vendure.Fulfillment, held.packages ?? []],
    [vendure.OrderHistoryEntry, held.cancellations ?? []],
  ]);
  const repository = (entity: unknown) => {
    const all = rows.get(entity) ?? [];
    const find = (where: Requested) => all.find((row) => isAsked(row, where)) ?? null;
    return {
      findOne: ({ where }: { where: Requested }) => Promise.resolve(find(where)),
      findOneBy: (where: Requested) => Promise.resolve(find(where)),
      existsBy: (where: Requested) => Promise.resolve(find(where) !== null),
      find: () => Promise.resolve(all),
      findBy: () => Promise.resolve(all),
      update: (...given: unknown[]) =>
        Promise.resolve(asked.push(['update', entity === vendure.Fulfillment, ...given])),
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
  const lines: object[] = [];
  const placed = { id: 40, lines };
  const services = new Map<unknown, object>([
    [
      vendure.TransactionalConnection,
      { getRepository: (_ctx: unknown, entity: unknown) => repository(entity) },
    ],
    [vendure.RequestContextService, { create: () => Promise.resolve({ languageCode: 'en' }) }],
    [vendure.TranslatorService, { translate: (entity: object) => entity }],
    [vendure.CustomerService, service('customers', { createOrUpdate: () => ({ id: 1 }) })],
    [
      vendure.HistoryService,
      {
        createHistoryEntryForOrder: ({ data }: { data: unknown }) => {
          asked.push(['history.note', data]);
          return Promise.resolve({ id: 77 });
        },
      },
    ],
    [vendure.StockLevelService, service('levels', { getStockLevel: () => held.levels?.[0] ?? aLevel() })],
    [vendure.StockMovementService, service('movements', { adjustProductVariantStock: () => [] })],
    [
      vendure.OrderService,
      service('orders', {
        createDraft: () => placed,
        updateCustomFields: () => placed,
        addCustomerToOrder: () => placed,
        addItemToOrder: (_id: number, _variantId: number, _quantity: number, customFields: object) => {
          lines.push({ id: 50 + lines.length, customFields });
          return placed;
        },
        setShippingAddress: () => placed,
        setShippingMethod: () => placed,
        transitionToState: () => placed,
        addManualPaymentToOrder: () => placed,
        createFulfillment: () => ({ id: 21 }),
        transitionFulfillmentToState: () => ({ id: 21 }),
        cancelOrder: () => placed,
      }),
    ],
  ]);
  return {
    get: (token: unknown) => services.get(token),
    connection: services.get(vendure.TransactionalConnection),
    asked,
    of: (name: string) => asked.filter(([what]) => what === name),
  };
}

interface Requested {
  id?: unknown;
  code?: unknown;
  customFields?: { barcode?: unknown };
}

function isAsked(row: object, where: Requested): boolean {
  const { id, code, customFields }: Requested = { ...row };
  if (where.customFields) return customFields?.barcode === where.customFields.barcode;
  return where.code === undefined ? String(id) === String(where.id) : code === where.code;
}
