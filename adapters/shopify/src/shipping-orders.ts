import {
  type CreatedShippingOrder,
  refuse,
  type ShippingOrder,
  type ShippingOrderLine,
} from '@hub/store-kit';
import { z } from 'zod';
import { requireDone, UserErrors } from './admin-api';
import { gid, idOf, isId } from './ids';
import { locationShares } from './read-fulfilment';
import { readOrder } from './read-order';
import { HUB_TAG, type Shop } from './shop';

/** The service's order reference as a custom id: unique in the shop, and found at once, which a search is not. */
export const REFERENCE = { namespace: 'hub_network', key: 'external_ref' };
/** The service's line reference, as a line's property; the underscore keeps it from customers. */
const LINE_REFERENCE = '_hub_external_ref';

const CreatedOrder = z.object({ id: z.string() });

const CREATE = {
  document: `mutation HubCreateOrder($order: OrderCreateOrderInput!, $options: OrderCreateOptionsInput) {
    orderCreate(order: $order, options: $options) { order { id } userErrors { code field } } }`,
  data: z.object({
    orderCreate: z.object({ order: CreatedOrder.nullable(), userErrors: UserErrors }),
  }),
};

/**
 * A paid order that claims its stock, even where there is too little, and notifies no customer. It is looked up first, because the
 * kit's records may have been restored from a backup: no reference has two orders.
 */
export async function createShippingOrder(shop: Shop, order: ShippingOrder): Promise<CreatedShippingOrder> {
  const known = await findShippingOrder(shop, order);
  if (known) return known;
  const variantIds = await variantsOf(shop, order.lines);
  const { orderCreate } = await shop.api.write(CREATE, {
    order: orderInput(order, variantIds),
    options: {
      inventoryBehaviour: 'DECREMENT_IGNORING_POLICY',
      sendReceipt: false,
      sendFulfillmentReceipt: false,
    },
  });
  // Of what it calls invalid Shopify has made nothing; the service need not come again with the same.
  if (orderCreate.userErrors.some(({ code }) => code === 'INVALID'))
    throw refuse.invalidRequest(undefined, 'Shopify takes no such order');
  requireDone('the shipping order', orderCreate.userErrors);
  if (!orderCreate.order) throw new Error('Shopify created an order without saying which');
  return settled(shop, idOf(orderCreate.order.id), order);
}

const BY_REFERENCE = {
  document: `query HubOrderByReference($identifier: OrderIdentifierInput!) { orderByIdentifier(identifier: $identifier) { id } }`,
  data: z.object({ orderByIdentifier: CreatedOrder.nullable() }),
};

/** The order of an earlier attempt whose answer was lost. */
export async function findShippingOrder(
  shop: Shop,
  order: ShippingOrder,
): Promise<CreatedShippingOrder | null> {
  const identifier = { customId: { ...REFERENCE, value: order.externalRef } };
  const { orderByIdentifier: found } = await shop.api.read(BY_REFERENCE, { identifier });
  return found ? settled(shop, idOf(found.id), order) : null;
}

function orderInput(order: ShippingOrder, variantIds: readonly string[]) {
  const money = (amount: number) => ({ shopMoney: { amount: String(amount), currencyCode: order.currency } });
  const { shipTo, shippingMethod } = order;
  const [firstName = '', ...lastNames] = shipTo.name.split(' ');
  return {
    currency: order.currency,
    financialStatus: 'PAID',
    taxesIncluded: true,
    tags: [HUB_TAG],
    metafields: [{ ...REFERENCE, type: 'id', value: order.externalRef }],
    customAttributes: [{ key: 'hub_external_ref', value: order.externalRef }],
    sourceIdentifier: order.externalRef,
    note: [order.carrierNote, order.sellerOrderNumber].filter(Boolean).join(' · ') || null,
    email: shipTo.email ?? null,
    shippingAddress: {
      firstName,
      lastName: lastNames.join(' '),
      company: shipTo.company ?? null,
      address1: shipTo.addressLine1,
      address2: shipTo.addressLine2 ?? null,
      zip: shipTo.zip,
      city: shipTo.city,
      // As text: the service knows no codes of provinces.
      province: shipTo.province ?? null,
      countryCode: shipTo.countryCode,
      phone: shipTo.phone ?? null,
    },
    shippingLines: [
      { title: shippingMethod.title ?? 'Standard', code: shippingMethod.code, priceSet: money(0) },
    ],
    lineItems: order.lines.map((line, index) => ({
      variantId: gid('ProductVariant', variantIds[index] ?? ''),
      quantity: line.quantity,
      priceSet: money(line.unitPrice),
      requiresShipping: true,
      properties: [{ name: LINE_REFERENCE, value: line.externalRef }],
    })),
  };
}

const VARIANTS = {
  document: `query HubVariants($ids: [ID!]!) { nodes(ids: $ids) { ... on ProductVariant { id } } }`,
  data: z.object({ nodes: z.array(z.object({ id: z.string() }).nullable()) }),
};

const BY_BARCODE = {
  document: `query HubByBarcode($query: String!) { productVariants(first: 10, query: $query) { nodes { id barcode sku } } }`,
  data: z.object({
    productVariants: z.object({
      nodes: z.array(
        z.object({ id: z.string(), barcode: z.string().nullable(), sku: z.string().nullable() }),
      ),
    }),
  }),
};

/** The variant of each line; refuses before anything is created. The id wins over the barcode (contract). */
async function variantsOf(shop: Shop, lines: readonly ShippingOrderLine[]): Promise<string[]> {
  const ids = await Promise.all(lines.map(async (line) => line.variantId ?? (await byBarcode(shop, line))));
  const known = ids.filter((id): id is string => id !== null && isId(id));
  const { nodes } = await shop.api.read(VARIANTS, { ids: known.map((id) => gid('ProductVariant', id)) });
  const found = new Set(nodes.map((node) => (node ? idOf(node.id) : null)));
  return ids.map((id, index) => {
    if (id === null || !found.has(id)) throw refuse.unknownVariant(`line_items[${index}].variant_id`);
    return id;
  });
}

/** Where several variants have it, the SKU decides; else it is unknown which is meant. */
async function byBarcode({ api }: Shop, { barcode, sku }: ShippingOrderLine): Promise<string | null> {
  if (barcode === null || !/^[\w-]+$/.test(barcode)) return null;
  const { nodes } = (await api.read(BY_BARCODE, { query: `barcode:'${barcode}'` })).productVariants;
  const same = nodes.filter((variant) => variant.barcode === barcode);
  const meant = same.length > 1 ? same.filter((variant) => variant.sku === sku) : same;
  return meant.length === 1 && meant[0] ? idOf(meant[0].id) : null;
}

/** What an attempt that died in between may have left open is done here too: nothing of it ships from the network's location. */
async function settled(shop: Shop, orderId: string, order: ShippingOrder): Promise<CreatedShippingOrder> {
  await keepOffTheNetwork(shop, orderId);
  const lines = (await readOrder(shop, orderId))?.lines ?? [];
  const lineIds = order.lines.map(({ externalRef }) => {
    const line = lines.find(({ customAttributes }) =>
      customAttributes.some(({ key, value }) => key === LINE_REFERENCE && value === externalRef),
    );
    if (!line) throw new Error('Shopify has no line for one of the shipping order');
    return idOf(line.id);
  });
  return { orderId, lineIds };
}

const WHERE_TO = {
  document: `query HubWhereTo($id: ID!) { node(id: $id) { ... on FulfillmentOrder {
    locationsForMove(first: 20) { nodes { movable location { legacyResourceId } } } } } }`,
  data: z.object({
    node: z.object({
      locationsForMove: z.object({
        nodes: z.array(
          z.object({ movable: z.boolean(), location: z.object({ legacyResourceId: z.coerce.string() }) }),
        ),
      }),
    }),
  }),
};

const MOVE = {
  document: `mutation HubMove($id: ID!, $to: ID!) { fulfillmentOrderMove(id: $id, newLocationId: $to) { userErrors { code field } } }`,
  data: z.object({ fulfillmentOrderMove: z.object({ userErrors: UserErrors }) }),
};

/** Shopify routes by its own rules, and might have the network ship what the network asks for. */
async function keepOffTheNetwork(shop: Shop, orderId: string): Promise<void> {
  const shares = await locationShares(shop, orderId);
  for (const { id, isOpen, locationId } of shares) {
    if (!isOpen || locationId !== shop.networkLocationId) continue;
    const { nodes } = (await shop.api.read(WHERE_TO, { id })).node.locationsForMove;
    const movable = new Set(
      nodes.filter((one) => one.movable).map(({ location }) => location.legacyResourceId),
    );
    const to = shop.locationIds.find((own) => movable.has(own)) ?? shop.locationIds[0];
    const { fulfillmentOrderMove } = await shop.api.write(MOVE, { id, to: gid('Location', to) });
    requireDone('moving a shipping order off the network', fulfillmentOrderMove.userErrors);
  }
}
