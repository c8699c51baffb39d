import type { CreatedShippingOrder, NetworkLevel, RemoteAdapter, ShippingOrder } from '@hub/store-kit';
import { productsPage } from './catalogue';
import { orderNow, ordersSince } from './order-facts';
import { findReturn, registerReturn } from './returns';
import { createShippingOrder, findShippingOrder } from './shipping-orders';
import type { Shop } from './shop';
import { setNetworkQuantity, stockNow, stockOf } from './stock';
import { stopShippingOrder } from './stop-order';
import { addTracking, hasTracking } from './tracking';

/** The adapter itself looks variants up and refuses missing ones: its own calls need none found for them. */
type Calls = Omit<RemoteAdapter, 'ids' | 'findVariant' | 'shipsTo' | keyof OwnCalls>;
interface OwnCalls {
  setNetworkQuantity(level: Omit<NetworkLevel, 'variant'>, tx: null): Promise<void>;
  createShippingOrder(order: ShippingOrder, tx: null): Promise<CreatedShippingOrder>;
  findShippingOrder(order: ShippingOrder): Promise<CreatedShippingOrder | null>;
}

/** A Shopify shop, for the store kit. It commits on its own; what is unknown after a lost answer is looked up there. */
export function shopifyAdapter(shop: Shop): Required<Calls> & OwnCalls {
  return {
    sharesTransaction: false,
    capabilities: ['products', 'inventory', 'orders', 'cancellation', 'returns'],
    locations: () => Promise.resolve(shop.locationIds),
    products: (page) => productsPage(shop, page),
    setNetworkQuantity: (level) => setNetworkQuantity(shop, level),
    createShippingOrder: (order) => createShippingOrder(shop, order),
    findShippingOrder: (order) => findShippingOrder(shop, order),
    addTracking: (parcel) => addTracking(shop, parcel),
    hasTracking: (parcel) => hasTracking(shop, parcel),
    stopShippingOrder: (stop) => stopShippingOrder(shop, stop),
    registerReturn: (goods) => registerReturn(shop, goods),
    findReturn: (goods) => findReturn(shop, goods),
    stockOf: (variantId) => stockOf(shop, variantId),
    stockNow: () => stockNow(shop),
    orderNow: (orderId) => orderNow(shop, orderId),
    ordersSince: (since) => ordersSince(shop, since),
  };
}
