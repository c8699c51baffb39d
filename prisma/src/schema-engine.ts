import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { Pool } from 'pg';
import { connectionSettings } from './connection-settings';
import type * as EngineModule from '@prisma/schema-engine-wasm/schema_engine_bg';
import type { SchemaEngine, SchemasContainer } from '@prisma/schema-engine-wasm';

/** Folder of this package: its migrations and schema are beside `src` and `dist`. */
const PACKAGE_ROOT = dirname(__dirname);
const NO_FILTER = { externalTables: [], externalEnums: [] };

let loaded: Promise<typeof EngineModule> | undefined;

/**
 * The schema engine ships as WebAssembly in a registry package, so that it needs no download of a native binary. Loaded
 * only where the schema is written out.
 */
async function loadEngine(): Promise<typeof EngineModule> {
  const engineModule = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const entry = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const bytes = readFileSync(join(dirname(entry), 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': { ...engineModule } });
  engineModule.__wbg_set_wasm(instance.exports);
  const start = instance.exports['__wbindgen_start'];
  if (typeof start === 'function') start();
  return engineModule;
}

/** Runs `work` with the engine on the database at `url`, and closes its connections. */
export async function withSchemaEngine<T>(
  { url, caFile }: { url: string; caFile?: string | undefined },
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  loaded ??= loadEngine();
  const engineModule = await loaded;
  const pool = new Pool({ ...connectionSettings(url, caFile), connectionTimeoutMillis: 5_000 });
  try {
    const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg(pool));
    const datamodels = schemaFiles().files.map((file): [string, string] => [file.path, file.content]);
    return await work(await engineModule.SchemaEngine.new({ datamodels }, () => undefined, adapter));
  } finally {
    await pool.end();
  }
}

function schemaFiles(): SchemasContainer {
  const folder = join(PACKAGE_ROOT, 'schema');
  return {
    files: readdirSync(folder)
      .filter((name) => name.endsWith('.prisma'))
      .toSorted()
      .map((name) => ({ path: join(folder, name), content: readFileSync(join(folder, name), 'utf8') })),
  };
}

/** The whole schema as SQL, from nothing: what `schema.sql` holds. */
export async function schemaScript(engine: SchemaEngine): Promise<string> {
  const { stdout } = await engine.diff({
    from: { tag: 'empty' },
    to: { tag: 'schemaDatamodel', ...schemaFiles() },
    script: true,
    exitCode: null,
    filters: NO_FILTER,
  });
  return stdout ?? '';
}
