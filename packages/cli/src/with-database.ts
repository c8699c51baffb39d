import { openDatabase, type Database } from '@hub/database';
import { readHubConfig, type HubConfig } from './config';

/** Runs a command's work with configuration and database, and closes what it opened. */
export async function withDatabase<T>(
  work: (context: { db: Database; config: HubConfig }) => Promise<T>,
): Promise<T> {
  const config = readHubConfig();
  const db = openDatabase({ ...config, DATABASE_POOL_SIZE: undefined }, { service: 'hub', size: 2 });
  try {
    return await work({ db, config });
  } finally {
    await db.$disconnect();
  }
}
