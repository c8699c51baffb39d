import { z } from 'zod';
import { REFUSAL, ShopSession } from './graphql';

const Level = z.object({
  stockLocationId: z.string(),
  stockOnHand: z.number(),
  stockAllocated: z.number(),
});
const Variant = z.object({ id: z.string(), sku: z.string(), stockLevels: z.array(Level) });

const Order = z.object({
  id: z.string(),
  code: z.string(),
  state: z.string(),
  totalWithTax: z.number(),
  discounts: z.array(z.object({ amountWithTax: z.number() })),
  customFields: z.object({ hubRef: z.string().nullable(), hubTag: z.string().nullable() }),
  shippingAddress: z
    .object({ fullName: z.string().nullable(), postalCode: z.string().nullable() })
    .nullable(),
  lines: z.array(
    z.object({
      id: z.string(),
      quantity: z.number(),
      orderPlacedQuantity: z.number(),
      unitPriceWithTax: z.number(),
      productVariant: z.object({ id: z.string() }),
      customFields: z.object({ hubRef: z.string().nullable() }),
    }),
  ),
  fulfillments: z
    .array(z.object({ state: z.string(), method: z.string(), trackingCode: z.string().nullable() }))
    .nullable(),
  history: z.object({
    items: z.array(z.object({ type: z.string(), data: z.object({ note: z.string().optional() }) })),
  }),
});
export type ShopOrder = z.infer<typeof Order>;

const ORDER = `id code state totalWithTax discounts { amountWithTax } customFields { hubRef hubTag } shippingAddress { fullName postalCode }
  lines { id quantity orderPlacedQuantity unitPriceWithTax productVariant { id } customFields { hubRef } }
  fulfillments { state method trackingCode } history { items { type data } }`;

/** The people of a shop, at its Admin API. */
export class Staff {
  private constructor(private readonly session: ShopSession) {}

  static async signIn(shopUrl: string, password: string): Promise<Staff> {
    const session = new ShopSession(`${shopUrl}/admin-api`);
    await session.run(
      `mutation ($password: String!) { login(username: "superadmin", password: $password) { __typename ${REFUSAL} } }`,
      { password },
    );
    return new Staff(session);
  }

  /** The id of each location, by its name. */
  async locations(): Promise<Map<string, string>> {
    const { stockLocations } = await this.session.ask(
      z.object({
        stockLocations: z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) }),
      }),
      '{ stockLocations { items { id name } } }',
    );
    return new Map(stockLocations.items.map(({ id, name }) => [name, id]));
  }

  async variants(): Promise<z.infer<typeof Variant>[]> {
    const { productVariants } = await this.session.ask(
      z.object({ productVariants: z.object({ items: z.array(Variant) }) }),
      '{ productVariants { items { id sku stockLevels { stockLocationId stockOnHand stockAllocated } } } }',
    );
    return productVariants.items;
  }

  /** What can be sold of a variant from a location. */
  async sellable(variantId: string, locationId: string): Promise<number> {
    const { stockOnHand, stockAllocated } = await this.level(variantId, locationId);
    return stockOnHand - stockAllocated;
  }

  async setSellable(variantId: string, locationId: string, quantity: number): Promise<void> {
    const { stockAllocated } = await this.level(variantId, locationId);
    await this.updateVariant({
      id: variantId,
      stockLevels: [{ stockLocationId: locationId, stockOnHand: quantity + stockAllocated }],
    });
  }

  async setEnabled(variantId: string, enabled: boolean): Promise<void> {
    await this.updateVariant({ id: variantId, enabled });
  }

  async order(orderId: string): Promise<ShopOrder> {
    const { order } = await this.session.ask(
      z.object({ order: Order }),
      `query ($id: ID!) { order(id: $id) { ${ORDER} } }`,
      { id: orderId },
    );
    return order;
  }

  /** Shipping orders, the oldest first; of one reference, where given. */
  async shippingOrders(reference?: string): Promise<ShopOrder[]> {
    const filter = reference === undefined ? { hubTag: { eq: 'hub_ship' } } : { hubRef: { eq: reference } };
    const { orders } = await this.session.ask(
      z.object({ orders: z.object({ items: z.array(Order) }) }),
      `query ($filter: OrderFilterParameter!) {
        orders(options: { filter: $filter, sort: { id: ASC } }) { items { ${ORDER} } } }`,
      { filter },
    );
    return orders.items;
  }

  /** Packs these lines, all where none is named, and hands the package to the carrier. */
  async ship(
    orderId: string,
    parcel: { trackingNumber: string; lines?: readonly { lineId: string; quantity: number }[] },
  ): Promise<void> {
    const lines =
      parcel.lines ?? (await this.order(orderId)).lines.map(({ id, quantity }) => ({ lineId: id, quantity }));
    const { addFulfillmentToOrder } = await this.session.ask(
      z.object({ addFulfillmentToOrder: z.object({ id: z.string() }) }),
      `mutation ($input: FulfillOrderInput!) { addFulfillmentToOrder(input: $input) { ... on Fulfillment { id } ${REFUSAL} } }`,
      {
        input: {
          lines: lines.map(({ lineId, quantity }) => ({ orderLineId: lineId, quantity })),
          handler: {
            code: 'manual-fulfillment',
            arguments: [
              { name: 'method', value: 'PostNord' },
              { name: 'trackingCode', value: parcel.trackingNumber },
            ],
          },
        },
      },
    );
    await this.session.run(
      `mutation ($id: ID!) { transitionFulfillmentToState(id: $id, state: "Shipped") { __typename ${REFUSAL} } }`,
      { id: addFulfillmentToOrder.id },
    );
  }

  /** Cancels a whole order, or these lines of it; of what has left, that is a return. */
  async cancel(orderId: string, lines?: readonly { lineId: string; quantity: number }[]): Promise<void> {
    const input = {
      orderId,
      reason: 'trial',
      ...(lines && { lines: lines.map(({ lineId, quantity }) => ({ orderLineId: lineId, quantity })) }),
    };
    await this.session.run(
      `mutation ($input: CancelOrderInput!) { cancelOrder(input: $input) { __typename ${REFUSAL} } }`,
      { input },
    );
  }

  /** A customer who enters the code pays so many per cent less for all articles. */
  async giveCoupon(couponCode: string, percent: number): Promise<void> {
    const input = {
      enabled: true,
      couponCode,
      conditions: [],
      actions: [
        {
          code: 'order_percentage_discount',
          arguments: [{ name: 'discount', value: String(percent) }],
        },
      ],
      translations: [{ languageCode: 'en', name: couponCode, description: '' }],
    };
    await this.session.run(
      `mutation ($input: CreatePromotionInput!) { createPromotion(input: $input) { __typename ${REFUSAL} } }`,
      { input },
    );
  }

  private async level(variantId: string, locationId: string): Promise<z.infer<typeof Level>> {
    const variant = (await this.variants()).find(({ id }) => id === variantId);
    const none = { stockLocationId: locationId, stockOnHand: 0, stockAllocated: 0 };
    return variant?.stockLevels.find(({ stockLocationId }) => stockLocationId === locationId) ?? none;
  }

  private async updateVariant(input: object): Promise<void> {
    await this.session.run(
      'mutation ($input: [UpdateProductVariantInput!]!) { updateProductVariants(input: $input) { id } }',
      { input: [input] },
    );
  }
}
