// A store of the network in sixty lines: a shop in memory, its adapter, and the kit. See the README.
import { createServer } from 'node:http';
import { createStoreKit, memoryStorage, pageByPosition, refuse } from '@hub/store-kit';
import { thePeopleOf } from './sample-people.mjs';

const { PORT = '4100', EVENTS_URL, STORE_BEARER_TOKEN, STORE_SIGNING_SECRET } = process.env;
const shop = { here: '1001', network: '9000', currency: 'EUR', orders: new Map(), tracking: [], returns: [] };
const level = (locationId, quantity) => ({ locationId, quantity });
shop.products = ['4006381333931', '5901234123457', '9780201379624'].map((barcode) => ({
  productId: `P-${barcode}`,
  title: `Book ${barcode}`,
  brand: 'Sample',
  images: [{ url: 'https://images.example.com/one.gif' }],
  variants: [
    { variantId: `V-${barcode}`, barcode, inventory: [level(shop.here, 20), level(shop.network, 0)] },
  ],
}));
shop.variants = new Map(shop.products.flatMap(({ variants }) => variants.map((one) => [one.variantId, one])));

/** Every movement of goods goes through here, so that none is left unreported. */
shop.move = async (variantId, { at = shop.here, by, to }, tx) => {
  const place = shop.variants.get(variantId)?.inventory.find(({ locationId }) => locationId === at);
  if (!place) throw refuse.unknownVariant();
  place.quantity = to ?? place.quantity + by;
  await kit.events.stockChanged({ variantId, ...place }, tx);
};

// Nothing of this shop gets lost, because each event commits with what it reports: there is nothing to sweep.
const adapter = {
  sharesTransaction: true,
  locations: async () => [shop.here],
  async products(page) {
    const { items, nextCursor } = pageByPosition(shop.products, page);
    return { products: items.filter(({ isLeftOut }) => !isLeftOut), nextCursor };
  },
  setNetworkQuantity: ({ variantId, quantity: to }, tx) => shop.move(variantId, { at: shop.network, to }, tx),
  async createShippingOrder({ externalRef, lines: asked }, tx) {
    const lines = asked.map(({ variantId, barcode, quantity, externalRef: ref }, index) => {
      const known = variantId ?? `V-${barcode}`;
      if (!shop.variants.has(known)) throw refuse.unknownVariant(`line_items[${index}]`);
      return { lineId: crypto.randomUUID(), variantId: known, quantity, externalRef: ref };
    });
    const order = { orderId: crypto.randomUUID(), kind: 'shipping', status: 'created', externalRef, lines };
    shop.orders.set(order.orderId, { ...order, paymentStatus: 'paid', tags: ['hub_ship'] });
    for (const { variantId, quantity } of lines) await shop.move(variantId, { by: -quantity }, tx);
    return { orderId: order.orderId, lineIds: lines.map(({ lineId }) => lineId) };
  },
  addTracking: async (parcel) => void shop.tracking.push(parcel),
  async stopShippingOrder({ orderId }, tx) {
    const order = shop.orders.get(orderId);
    const back = order.status === 'created' ? order.lines : [];
    order.status = 'cancelled';
    for (const { variantId, quantity } of back) await shop.move(variantId, { by: quantity }, tx);
    return 'stopped';
  },
  registerReturn: async (goods) => `R-${shop.returns.push(goods)}`,
};

const kit = createStoreKit({
  adapter,
  storage: memoryStorage(),
  eventsUrl: EVENTS_URL,
  networkLocationId: shop.network,
  currency: shop.currency,
  credentials: () => ({ bearerTokens: [STORE_BEARER_TOKEN], signingSecrets: [STORE_SIGNING_SECRET] }),
});
createServer(thePeopleOf(shop, kit)).listen(Number(PORT), '127.0.0.1', () => kit.start());
