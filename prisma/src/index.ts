export { createDatabase, inTransaction, type Database, type Tx } from './database';
export { migrate } from './migrate';
export { Prisma } from './generated/client';
export * from './generated/enums';
export type * from './generated/models';
