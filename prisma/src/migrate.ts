import { applyMigrations, withSchemaEngine } from './schema-engine';

/**
 * Brings the database to the newest migration. Safe to run again and from several machines at once: the
 * engine takes an advisory lock.
 * @returns names of the migrations applied by this call
 */
export async function migrate(database: { url: string; caFile?: string | undefined }): Promise<string[]> {
  return withSchemaEngine(database, applyMigrations);
}
