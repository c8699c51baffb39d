export { applyMigrations, type Migration } from './apply-migrations';
export { COUNTED_PIECES, countedTotals } from './counted-stock';
export { contractsUnknown } from './contracts-unknown';
export { databaseFailure, isDatabaseAway, sqlStateOf, violatedKeyOf } from './database-failure';
export {
  createDatabase,
  inSqlStatement,
  inSqlTransaction,
  poolFigures,
  inTransaction,
  withoutEffect,
  type Database,
  type DatabaseOptions,
  type TransactionOptions,
  type Tx,
} from './database';
export { lostToPooler, type PoolerLoss } from './lost-to-pooler';
export { keptBack, keptBackBy, keptBackOf, StockBuffer } from './stock-buffer';
export { missingMigrations } from './missing-migrations';
export { openDatabase, openSessionPool, type DatabaseConfig } from './open-database';
export { PERSONAL_COLUMNS } from './personal-columns';
export { poolsInUse, type PoolsInUse } from './pools-in-use';
export { rows } from './rows';
export { executeWithNext, type Sql } from './sql-transaction';
export { keepingShopSheets, keepShopSheets, lockShopSheet, SHOP_SHEET_LOCK } from './lock-shop-sheet';
export { migrate, migrationFiles } from './migrate';
export { takeTurns } from './take-turns';
export { Prisma } from './generated/client';
export * from './generated/enums';
export type * from './generated/models';
