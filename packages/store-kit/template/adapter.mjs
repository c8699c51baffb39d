import { refuse } from '@hub/store-kit';

/**
 * NAME as a store of the network. `StoreAdapter` of `@hub/store-kit` says what each function must do.
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

    /** NAME's own of a variant; null where there is none, which the kit refuses. */
    async findVariant({ variantId, barcode }) {
      return (await platform.findVariant(variantId === null ? { barcode } : { id: variantId })) ?? null;
    },

    /** What can be sold is this. Where NAME counts what is on hand, write this and what open orders have taken. */
    setNetworkQuantity: ({ variant, quantity }, tx) => platform.setNetworkStock(variant.id, quantity, tx),

    /** Paid, tagged, shipped from NAME's own locations; the references are kept where people find them. */
    async createShippingOrder(order, tx) {
      const lines = order.lines.map(({ variant, quantity }) => ({ variantId: variant.id, quantity }));
      const { externalRef, shipTo } = order;
      const created = await platform.createOrder({ externalRef, shipTo, lines, tag: 'hub_ship' }, tx);
      return { orderId: created.id, lineIds: created.lineIds };
    },

    addTracking: (parcel, tx) => platform.addTracking(parcel, tx),

    stopShippingOrder: async ({ orderId }, tx) =>
      (await platform.cancelOrder(orderId, tx)) ? 'stopped' : 'already_shipped',

    registerReturn: (goods, tx) => platform.createReturn(goods, tx),

    /** Saleable at each location: on hand less what open orders have taken. Empty where there is no such variant. */
    stockOf: (variantId) => platform.readStock(variantId),

    /** All there is to report of the order, reported before or not: the kit knows. */
    orderNow: (orderId) => platform.readOrder(orderId),

    /** Ids of the orders that something happened to since then. */
    ordersSince: (since) => platform.readChangedOrders(since),
  };
}
