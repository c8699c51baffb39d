export { listCatalogueFaults, type CatalogueFault } from './list-catalogue-faults';
export { listOutOfSync, type OutOfSyncQuantity } from './list-out-of-sync';
export { shopHealth, type ShopHealth } from './shop-health';
export { rerouteShop } from './reroute-shop';
export { liftBlock, resumeCalls } from './shop-actions';
export * from './pause-actions';
export * from './pauses';
export { shopList } from './shop-list';
export { CATALOGUE_STATES, healthText, modeText, rateText } from './shop-words';
