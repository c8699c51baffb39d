import { MESSAGE_TABLES } from './message-tables';
import { NETWORK_TABLES } from './network-tables';
import { ORDER_TABLES } from './order-tables';
import type { StoredTable } from './stored-table';
import { SUPPORT_TABLES } from './support-tables';

/** Every table of the database. A test compares them with the database's own catalogue. */
export const STORED_TABLES: Readonly<Record<string, StoredTable>> = {
  ...ORDER_TABLES,
  ...MESSAGE_TABLES,
  ...SUPPORT_TABLES,
  ...NETWORK_TABLES,
};
