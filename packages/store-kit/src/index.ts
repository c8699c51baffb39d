export type {
  CreatedShippingOrder,
  FoundShippingOrder,
  NetworkLevel,
  Parcel,
  Readable,
  RemoteAdapter,
  ReturnRequest,
  ShippingOrder,
  ShippingOrderLine,
  StoreAdapter,
  TransactionalAdapter,
  RequestedVariant,
} from './adapter';
export type { Address } from './facts/address';
export { addressNames } from './facts/address-names';
export type { CataloguePage, CatalogueProduct, CatalogueVariant } from './facts/catalogue';
export { everyRow } from './facts/every-row';
export { idsByReference } from './adapters/ids-by-reference';
export { keyedPage } from './facts/keyed-page';
export type * from './facts/facts';
export { orderFacts, type OrderNow } from './facts/order-now';
export { pageByPosition } from './calls/page-by-position';
export { returnNote } from './adapters/return-note';
export type { Answer as KitAnswer } from './answer';
export type { KitRequest, ServedCall } from './served-call';
export { unlessRefused } from './facts/unless-refused';
export { refuse, StoreRefusal } from './refuse';
export type * from './storage';
export type * from './store-kit';
export { createStoreKit } from './create-store-kit';
export { LateKit, type LateKitOptions } from './late-kit';
export { loggingHooks } from './logging-hooks';
export { memoryStorage, type MemoryTx } from './storage/memory-storage';
export { OneAtATime } from './storage/one-at-a-time';
export { type PgClient, type PgPool, postgresStorage } from './storage/postgres-storage';
export { type SqlConnection, sqlStorage, type SqlStorage, type SqlValue } from './storage/sql-storage';
export { type SqliteDatabase, sqliteStorage } from './storage/sqlite-storage';
export { type Dialect, kitTables } from './storage/tables';
export { type TypeOrmConnection, type TypeOrmRunner, typeOrmStorage } from './storage/typeorm-storage';
