/** Stands for NAME in the tests. Each function says what the adapter asks of the real one. */
export function platformInMemory() {
  const variants = new Map([
    ['V-1', { id: 'V-1', name: 'Coat', brand: 'Sample', barcode: '4006381333931', own: 10, network: 0 }],
  ]);
  const stockOf = ({ own, network }) => [
    { locationId: 'main', quantity: own },
    { locationId: 'network', quantity: network },
  ];
  const orders = new Map();
  const parcels = [];
  const returns = [];
  const changed = new Map();
  return {
    orders,
    parcels,
    returns,
    changed,
    locations: ['main'],
    async readVariants(from, limit) {
      const page = [...variants.values()].slice(from, from + limit);
      const imageUrl = 'https://images.example.com/coat.jpg';
      return {
        variants: page.map((variant) => ({ ...variant, imageUrl, stock: stockOf(variant) })),
        isLast: from + limit >= variants.size,
      };
    },
    findVariant: async ({ id, barcode }) =>
      [...variants.values()].find((variant) => variant.id === id || variant.barcode === barcode),
    async setNetworkStock(variantId, quantity) {
      variants.get(variantId).network = quantity;
    },
    async createOrder(order) {
      const id = `O-${orders.size + 1}`;
      orders.set(id, { ...order, status: 'open' });
      return { id, lineIds: order.lines.map((_line, at) => `${id}-${at}`) };
    },
    addTracking: async (parcel) => void parcels.push(parcel),
    async cancelOrder(orderId) {
      const order = orders.get(orderId);
      if (order.status === 'shipped') return false;
      order.status = 'cancelled';
      return true;
    },
    createReturn: async (goods) => `R-${returns.push(goods)}`,
    readStock: async (variantId) => (variants.has(variantId) ? stockOf(variants.get(variantId)) : []),
    readOrder: async (orderId) => changed.get(orderId) ?? null,
    readChangedOrders: async () => [...changed.keys()],
    /** A customer buys in the shop itself. */
    sellFromShelf: (variantId) => (variants.get(variantId).own -= 1),
  };
}
