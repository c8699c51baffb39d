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
export { addressNames } from './facts/address-names';
export type { CataloguePage, CatalogueProduct, CatalogueVariant } from './facts/catalogue';
export { everyRow } from './facts/every-row';
export { keyedPage, type KeyedProducts } from './facts/keyed-page';
export type * from './facts/facts';
export { pageByPosition } from './calls/page-by-position';
export { returnNote } from './facts/return-note';
export { withVariants } from './facts/with-variants';
export type { Answer as KitAnswer } from './http/answer';
export type { KitRequest, ServedCall } from './http/served-call';
export { refuse, StoreRefusal } from './refuse';
export type * from './storage';
export type * from './store-kit';
export { createStoreKit } from './create-store-kit';
export { loggingHooks } from './logging-hooks';
export { memoryStorage, type MemoryTx } from './storage/memory-storage';
export { OneAtATime } from './storage/one-at-a-time';
export { type PgClient, type PgPool, postgresStorage } from './storage/postgres-storage';
export { type SqlConnection, sqlStorage, type SqlStorage, type SqlValue } from './storage/sql-storage';
export { type SqliteDatabase, sqliteStorage } from './storage/sqlite-storage';
export { type Dialect, kitTables } from './storage/tables';
export { type TypeOrmConnection, type TypeOrmRunner, typeOrmStorage } from './storage/typeorm-storage';
