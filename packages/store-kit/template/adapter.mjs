import { refuse } from '@hub/store-kit';

/**
 * NAME as a store of the network. What each function must do stands in `StoreAdapter` of `@hub/store-kit`.
 *
 * @param platform what is left of NAME's own interface once its names are yours
 */
export function createAdapter(platform) {
  return {
    // What is not listed is answered 403, and not rehearsed: begin with products and inventory.
    capabilities: ['products', 'inventory', 'orders', 'cancellation', 'returns'],
    // Where NAME commits on its own (behind an API): false, and findShippingOrder, hasTracking, findReturn.
    sharesTransaction: true,

    locations: async () => platform.locations,

    async products({ limit, cursor }) {
      const from = Number(cursor ?? 0);
      if (!Number.isInteger(from)) throw refuse.invalidRequest('cursor', 'is none of this store');
      const { variants, isLast } = await platform.readVariants(from, limit);
      const products = variants.map(({ id, name, brand, barcode, imageUrl, stock }) => ({
        productId: id,
        title: name,
        brand,
        images: [{ url: imageUrl }],
        variants: [{ variantId: id, barcode, inventory: stock }],
      }));
      return { products, nextCursor: isLast ? null : String(from + limit) };
    },

    /** What can be sold is this. Where NAME counts what is on hand, write this and what open orders have taken. */
    async setNetworkQuantity({ variantId, quantity }, tx) {
      if (!(await platform.findVariant({ id: variantId }))) throw refuse.unknownVariant();
      await platform.setNetworkStock(variantId, quantity, tx);
    },

    /** Paid, tagged, shipped from NAME's own locations; the references are kept where people find them. */
    async createShippingOrder(order, tx) {
      const lines = [];
      for (const [at, { variantId, barcode, quantity }] of order.lines.entries()) {
        const variant = await platform.findVariant(variantId === null ? { barcode } : { id: variantId });
        if (!variant) throw refuse.unknownVariant(`line_items[${at}]`);
        lines.push({ variantId: variant.id, quantity });
      }
      const { externalRef, shipTo } = order;
      const created = await platform.createOrder({ externalRef, shipTo, lines, tag: 'hub_ship' }, tx);
      return { orderId: created.id, lineIds: created.lineIds };
    },

    addTracking: (parcel, tx) => platform.addTracking(parcel, tx),

    stopShippingOrder: async ({ orderId }, tx) =>
      (await platform.cancelOrder(orderId, tx)) ? 'stopped' : 'already_shipped',

    registerReturn: (goods, tx) => platform.createReturn(goods, tx),

    /** Saleable at each own location: on hand less what open orders have taken. */
    async *stockNow({ variantIds }) {
      yield* await platform.readStock(variantIds);
    },

    /** What happened to orders since then, told before or not: the kit knows. */
    async *ordersSince(since) {
      yield* await platform.readOrderFacts(since);
    },
  };
}
