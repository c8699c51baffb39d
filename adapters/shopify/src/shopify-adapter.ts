import type { RemoteAdapter } from '@hub/store-kit';
import { productsPage } from './catalogue';
import { ordersSince } from './order-facts';
import { findReturn, registerReturn } from './returns';
import { createShippingOrder, findShippingOrder } from './shipping-orders';
import type { Shop } from './shop';
import { setNetworkQuantity, stockNow } from './stock';
import { stopShippingOrder } from './stop-order';
import { addTracking, hasTracking } from './tracking';

/** A Shopify shop, for the store kit. It commits on its own; what is unknown after a lost answer is looked up there. */
export function shopifyAdapter(shop: Shop): Required<RemoteAdapter> {
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
    stockNow: ({ variantIds }) => stockNow(shop, variantIds),
    ordersSince: (since) => ordersSince(shop, since),
  };
}
