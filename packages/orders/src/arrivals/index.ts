export { orderKeyText, type ArrivalFacts } from './arrival-facts';
export { BatchFacts } from './batch-facts';
export { sellingShopOf, type CachedSheets } from './cached-sheet';
export { CachedVatRates } from './cached-vat-rates';
export { findStoredOrders } from './find-stored-orders';
export { lockChosen, type ChosenVariant } from './lock-chosen';
export { readArrivalFacts } from './read-arrival-facts';
export { saveArrivals } from './save-arrivals';
export type { SavedArrival, SavedRouting } from './saved-arrival';
