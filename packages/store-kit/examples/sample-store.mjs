// A store of the network in some sixty lines: a shop in memory, its adapter, and the kit. See the README.
import { createServer } from 'node:http';
import { createStoreKit, memoryStorage, refuse } from '@hub/store-kit';
import { thePeopleOf } from './sample-people.mjs';

const { PORT = '4100', EVENTS_URL, STORE_BEARER_TOKEN, STORE_SIGNING_SECRET } = process.env;
const BARCODES = ['4006381333931', '5901234123457', '9780201379624'];
const shop = { here: '1001', network: '9000', currency: 'EUR', orders: new Map(), tracking: [], returns: [] };
shop.variants = new Map(BARCODES.map((barcode) => [`V-${barcode}`, { barcode, 1001: 20, 9000: 0 }]));

/** Every movement of goods goes through here, so that none is left unreported. */
shop.move = async (variantId, { locationId = shop.here, by, to }, tx) => {
  const variant = shop.variants.get(variantId);
  variant[locationId] = to ?? variant[locationId] + by;
  await kit.events.stockChanged({ variantId, locationId, quantity: variant[locationId] }, tx);
};

const levelsOf = (id) =>
  [shop.here, shop.network].map((locationId) => ({
    locationId,
    quantity: shop.variants.get(id)[locationId],
  }));

const adapter = {
  capabilities: ['products', 'inventory', 'orders', 'cancellation', 'returns'],
  sharesTransaction: true,
  locations: async () => [shop.here],
  async products({ limit, cursor }) {
    const from = Number(cursor ?? 0);
    if (!Number.isInteger(from)) throw refuse.invalidRequest('cursor', 'is none of this store');
    const listed = [...shop.variants].slice(from, from + limit).filter(([, { isLeftOut }]) => !isLeftOut);
    const products = listed.map(([variantId, { barcode }]) => ({
      productId: `P-${variantId}`,
      title: `Book ${barcode}`,
      brand: 'Sample',
      images: [{ url: 'https://images.example.com/one.gif' }],
      variants: [{ variantId, barcode, inventory: levelsOf(variantId) }],
    }));
    return { products, nextCursor: from + limit < shop.variants.size ? String(from + limit) : null };
  },
  async setNetworkQuantity({ variantId, quantity }, tx) {
    if (!shop.variants.has(variantId)) throw refuse.unknownVariant();
    await shop.move(variantId, { locationId: shop.network, to: quantity }, tx);
  },
  async createShippingOrder({ externalRef, lines: asked }, tx) {
    const lines = asked.map(({ variantId, barcode, quantity, externalRef: ref }, at) => {
      const known = variantId ?? `V-${barcode}`;
      if (!shop.variants.has(known)) throw refuse.unknownVariant(`line_items[${at}]`);
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
    if (order.isShipped) return 'already_shipped';
    const back = order.status === 'created' ? order.lines : [];
    order.status = 'cancelled';
    for (const { variantId, quantity } of back) await shop.move(variantId, { by: quantity }, tx);
    return 'stopped';
  },
  registerReturn: async (goods) => `R-${shop.returns.push(goods)}`,
  async *stockNow({ variantIds = [...shop.variants.keys()] }) {
    for (const variantId of variantIds) yield { variantId, ...levelsOf(variantId)[0] };
  },
  // Nothing of this shop is lost: each event commits with what it tells of.
  async *ordersSince() {},
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
