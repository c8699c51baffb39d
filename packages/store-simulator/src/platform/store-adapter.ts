import type { MemoryTx, TransactionalAdapter } from '@hub/store-kit';

import type { Store } from '../state/store';
import { addTracking } from './add-tracking';
import { cataloguePage } from './catalogue-page';
import { createShippingOrder } from './create-shipping-order';
import { registerReturn } from './register-return';
import { setNetworkQuantity } from './set-network-quantity';
import { stopShippingOrder } from './stop-shipping-order';

/**
 * What the six calls do in this store. Nothing gets lost here, because everything is reported as it happens: there is
 * nothing to sweep.
 */
export function storeAdapter(store: Store): TransactionalAdapter<MemoryTx> {
  return {
    sharesTransaction: true,
    locations: async () => store.options.locations,
    products: async (page) => cataloguePage(store, page),
    setNetworkQuantity: async (level) => setNetworkQuantity(store, level),
    createShippingOrder: async (order) => createShippingOrder(store, order),
    addTracking: async (parcel) => addTracking(store, parcel),
    stopShippingOrder: async (stop) => stopShippingOrder(store, stop),
    registerReturn: async (goods) => registerReturn(store, goods),
  };
}
