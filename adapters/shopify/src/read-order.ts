import { z } from 'zod';
import { allOf, connection, firstOf, type Nested } from './connections';
import { gid, isId } from './ids';
import type { Shop } from './shop';

/** What of an order of Shopify is read; what became of it: `read-fulfilment.ts`. */

const Money = z
  .object({ shopMoney: z.object({ amount: z.coerce.number() }) })
  .transform(({ shopMoney: { amount } }) => amount);
const MONEY = '{ shopMoney { amount } }';
const text = z.string().nullable();

const Line = z.object({
  id: z.string(),
  title: z.string(),
  sku: text,
  quantity: z.number(),
  currentQuantity: z.number(),
  requiresShipping: z.boolean(),
  originalUnitPriceSet: Money,
  taxLines: z.array(z.object({ rate: z.number().nullable() })),
  discountAllocations: z.array(z.object({ allocatedAmountSet: Money })),
  customAttributes: z.array(z.object({ key: z.string(), value: text })),
  variant: z.object({ legacyResourceId: z.coerce.string(), barcode: text }).nullable(),
});
export type OrderLine = z.infer<typeof Line>;

const LINES: Nested<OrderLine> = {
  type: 'Order',
  list: 'lineItems',
  first: 50,
  fields: `id title sku quantity currentQuantity requiresShipping originalUnitPriceSet ${MONEY} taxLines { rate }
    discountAllocations { allocatedAmountSet ${MONEY} } customAttributes { key value } variant { legacyResourceId barcode }`,
  node: Line,
};

const Address = z.object({
  name: text,
  company: text,
  address1: text,
  address2: text,
  zip: text,
  city: text,
  province: text,
  countryCodeV2: text,
  phone: text,
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});

const Order = z.object({
  id: z.string(),
  name: z.string(),
  number: z.number(),
  createdAt: z.coerce.date(),
  cancelledAt: z.coerce.date().nullable(),
  cancelReason: text,
  displayFinancialStatus: text,
  edited: z.boolean(),
  currencyCode: z.string(),
  taxesIncluded: z.boolean(),
  tags: z.array(z.string()),
  email: text,
  shippingAddress: Address.nullable(),
  shippingLines: z.object({
    nodes: z.array(
      z.object({
        code: text,
        title: z.string(),
        discountedPriceSet: Money,
        taxLines: z.array(z.object({ priceSet: Money })),
      }),
    ),
  }),
  subtotalPriceSet: Money.nullable(),
  totalTaxSet: Money.nullable(),
  totalPriceSet: Money,
  lineItems: connection(Line),
});

const ORDER_FIELDS = `id name number createdAt cancelledAt cancelReason displayFinancialStatus edited currencyCode taxesIncluded tags email
  shippingAddress { name company address1 address2 zip city province countryCodeV2 phone latitude longitude }
  shippingLines(first: 5) { nodes { code title discountedPriceSet ${MONEY} taxLines { priceSet ${MONEY} } } }
  subtotalPriceSet ${MONEY} totalTaxSet ${MONEY} totalPriceSet ${MONEY}`;

const ORDER = {
  document: `query HubOrder($id: ID!) { order(id: $id) { ${ORDER_FIELDS} ${firstOf(LINES)} } }`,
  data: z.object({ order: Order.nullable() }),
};

export type ReadOrder = Omit<z.infer<typeof Order>, 'lineItems'> & { lines: OrderLine[] };

/** Null where there is no such order. */
export async function readOrder({ api }: Shop, orderId: string): Promise<ReadOrder | null> {
  if (!isId(orderId)) return null;
  const { order } = await api.read(ORDER, { id: gid('Order', orderId) });
  if (!order) return null;
  const { lineItems, ...rest } = order;
  return { ...rest, lines: await allOf(api, { id: order.id, first: lineItems, nested: LINES }) };
}
