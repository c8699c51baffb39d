export type {
  CreatedShippingOrder,
  Parcel,
  RemoteAdapter,
  ReturnRequest,
  ShippingOrder,
  ShippingOrderLine,
  StoreAdapter,
  TransactionalAdapter,
} from './adapter';
export type { Address } from './facts/address';
export type { CataloguePage, CatalogueProduct, CatalogueVariant } from './facts/catalogue';
export type * from './facts/facts';
export { refuse, StoreRefusal } from './refuse';
export type * from './storage';
export type * from './store-kit';
