export { listCatalogueFaults, type CatalogueFault } from './list-catalogue-faults';
export { listOutOfSync, type OutOfSyncQuantity } from './list-out-of-sync';
export { callFigures, type CallFigures } from './call-figures';
export { shopHealth, type ShopHealth } from './shop-health';
export { rerouteShop, type RerouteShopOutcome } from './reroute-shop';
export { liftBlock, resumeCalls } from './shop-actions';
export * from './pause-actions';
export * from './pauses';
