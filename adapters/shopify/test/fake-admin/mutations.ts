import { numberOf } from './data';
import type { FakeShop, NewOrder } from './fake-shop';
import { orderView, returnView } from './views';

const DONE = { userErrors: [] };
const refused = (code: string, ...field: string[]) => ({ userErrors: [{ code, field, message: 'no' }] });

interface Money {
  shopMoney: { amount: string };
}
interface OrderInput {
  currency: string;
  financialStatus: string;
  taxesIncluded: boolean;
  tags: string[];
  email: string | null;
  metafields: { namespace: string; key: string; type: string; value: string }[];
  shippingAddress: {
    firstName: string;
    lastName: string;
    address1: string;
    zip: string;
    city: string;
    countryCode: string;
  };
  shippingLines: { title: string; code: string; priceSet: Money }[];
  lineItems: {
    variantId: string;
    quantity: number;
    priceSet: Money;
    requiresShipping: boolean;
    properties: { name: string; value: string }[];
  }[];
}
interface FulfillmentInput {
  lineItemsByFulfillmentOrder: {
    fulfillmentOrderId: string;
    fulfillmentOrderLineItems: { id: string; quantity: number }[];
  }[];
  notifyCustomer?: boolean;
  trackingInfo?: { company?: string; number?: string; url?: string };
}

/** The mutations of the schema, on a shop. */
export function mutationsOf(shop: FakeShop, cancelAfterMs: () => number | null) {
  return {
    inventorySetQuantities({
      input,
    }: {
      input: { quantities: Record<'inventoryItemId' | 'locationId', string>[] & { quantity: number }[] };
    }) {
      for (const one of input.quantities) {
        // Documented: left out it is an error, null means any present value.
        if (!('changeFromQuantity' in one)) return refused('COMPARE_QUANTITY_REQUIRED', 'input');
        const [itemId, locationId] = [numberOf(one.inventoryItemId), numberOf(one.locationId)];
        if (!shop.level(itemId, locationId)) return refused('ITEM_NOT_STOCKED_AT_LOCATION', 'input');
        shop.setAvailable(itemId, locationId, one.quantity);
      }
      return DONE;
    },
    inventoryActivate({
      inventoryItemId,
      locationId,
      available,
    }: {
      inventoryItemId: string;
      locationId: string;
      available: number;
    }) {
      shop.setAvailable(numberOf(inventoryItemId), numberOf(locationId), available);
      return DONE;
    },
    orderCreate({ order: input }: { order: OrderInput }) {
      const customIds = Object.fromEntries(
        input.metafields.map(({ namespace, key, value }) => [`${namespace}.${key}`, value]),
      );
      for (const [name, value] of Object.entries(customIds)) {
        if (!shop.customIdDefinitions.has(name))
          return { order: null, ...refused('INVALID', 'order', 'metafields') };
        if (shop.orders.some((one) => one.customIds[name] === value))
          return { order: null, ...refused('INVALID', 'order', 'metafields') };
      }
      const { firstName, lastName, ...address } = input.shippingAddress;
      const newOrder: NewOrder = {
        currency: input.currency,
        isPaid: input.financialStatus === 'PAID',
        taxesIncluded: input.taxesIncluded,
        tags: input.tags,
        email: input.email,
        customIds,
        address: { ...address, name: [firstName, lastName].filter(Boolean).join(' ') },
        shippingPrice: Number(input.shippingLines[0]?.priceSet.shopMoney.amount ?? 0),
        lines: input.lineItems.map(({ variantId, quantity, priceSet, requiresShipping, properties }) => ({
          variant: shop.variant(numberOf(variantId)) ?? null,
          quantity,
          requiresShipping,
          unitPrice: Number(priceSet.shopMoney.amount),
          properties: properties.map(({ name, value }) => ({ key: name, value })),
        })),
      };
      const order = shop.createOrder(newOrder);
      shop.route(order, newOrder.lines);
      return { order: orderView(shop, order), userErrors: [] };
    },
    /** A job: it answers before it is done. */
    orderCancel({ orderId }: { orderId: string }) {
      const order = shop.order(numberOf(orderId));
      if (!order || order.cancelledAt || order.fulfillments.length > 0)
        return { orderCancelUserErrors: refused(order ? 'INVALID' : 'NOT_FOUND', 'orderId').userErrors };
      const ms = cancelAfterMs();
      if (ms !== null) setTimeout(() => shop.cancel(order), ms);
      return { orderCancelUserErrors: [] };
    },
    fulfillmentOrderMove({ id, newLocationId }: { id: string; newLocationId: string }) {
      const share = shop.shareOf(numberOf(id));
      if (share?.status !== 'OPEN') return refused('INVALID', 'id');
      shop.moveShare(share, numberOf(newLocationId));
      return DONE;
    },
    fulfillmentCreate({ fulfillment }: { fulfillment: FulfillmentInput }) {
      const [first] = fulfillment.lineItemsByFulfillmentOrder;
      const share = shop.shareOf(numberOf(first?.fulfillmentOrderId ?? ''));
      const order = shop.order(share?.orderId ?? '');
      const lines = fulfillment.lineItemsByFulfillmentOrder
        .flatMap(({ fulfillmentOrderLineItems }) => fulfillmentOrderLineItems)
        .map(({ id, quantity }) => ({ shareLineId: numberOf(id), quantity }));
      const { notifyCustomer = false, trackingInfo = null } = fulfillment;
      const done = order && shop.fulfil(order, { lines, tracking: trackingInfo, notify: notifyCustomer });
      return done ? DONE : refused('INVALID', 'fulfillment');
    },
    returnCreate({
      returnInput,
    }: {
      returnInput: {
        orderId: string;
        returnLineItems: { fulfillmentLineItemId: string; quantity: number; returnReasonNote: string }[];
      };
    }) {
      const order = shop.order(numberOf(returnInput.orderId));
      const lines = returnInput.returnLineItems.map(
        ({ fulfillmentLineItemId, quantity, returnReasonNote: note }) => ({
          parcelLineId: numberOf(fulfillmentLineItemId),
          quantity,
          note,
        }),
      );
      const opened = order && shop.openReturn(order, lines);
      if (!opened) return { return: null, ...refused('NOT_FOUND', 'returnInput') };
      return { return: returnView(shop, order, opened), userErrors: [] };
    },
    metafieldDefinitionCreate({ definition }: { definition: { namespace: string; key: string } }) {
      const name = `${definition.namespace}.${definition.key}`;
      if (shop.customIdDefinitions.has(name)) return refused('TAKEN', 'definition', 'key');
      shop.customIdDefinitions.add(name);
      return DONE;
    },
    webhookSubscriptionCreate({
      topic,
      webhookSubscription: { uri },
    }: {
      topic: string;
      webhookSubscription: { uri: string };
    }) {
      if (shop.subscriptions.some((one) => one.topic === topic && one.uri === uri))
        return refused('TAKEN', 'uri');
      shop.subscriptions.push({ id: shop.nextId(), topic, uri });
      return DONE;
    },
  };
}
