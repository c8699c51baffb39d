export { lookupPublic } from './address-guard';
export type { StoreCallRecord } from './call-record';
export { createStoreClient, type CallContext, type StoreClient } from './create-store-client';
export type { CallOutcome } from './outcome';
export type { Store } from './send-call';
export {
  cancelOrder,
  deliverTracking,
  placeOrder,
  readProductsPage,
  registerReturn,
  writeInventory,
  type StoreCall,
} from './store-call';
