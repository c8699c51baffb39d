import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where the private services of a test run are, and which of jest's workers this is. */
export interface TestConfig {
  /** A server URL with the right to create databases. */
  databaseUrl: string;
  /** One broker vhost for each worker. */
  amqpUrls: readonly string[];
  /** The vhosts of the end-to-end journeys, one for each that runs at a time. */
  e2eAmqpUrls: readonly string[];
  worker: number;
  /** Whether each service can use the tests' services as its own user: if they are private instances. */
  rolePerService: boolean;
}

/**
 * Reads HUB_TEST_DATABASE_URL, HUB_TEST_AMQP_URLS (comma-separated), HUB_TEST_E2E_AMQP_URLS and
 * HUB_TEST_ROLE_PER_SERVICE, or `.hub/test-env.json`, written by `node infra/services.mjs up --test`, for direct runs
 * of jest. Throws if there is neither.
 */
export function testConfig(): TestConfig {
  const known: Record<string, unknown> = { ...readEnvFile(), ...process.env };
  return {
    databaseUrl: required(known, 'HUB_TEST_DATABASE_URL'),
    amqpUrls: required(known, 'HUB_TEST_AMQP_URLS').split(','),
    e2eAmqpUrls: required(known, 'HUB_TEST_E2E_AMQP_URLS').split(','),
    worker: Number(process.env['JEST_WORKER_ID'] ?? '1'),
    rolePerService: known['HUB_TEST_ROLE_PER_SERVICE'] === 'true',
  };
}

/** The browser executable for tests of pages. Throws if none is known. */
export function testChromium(): string {
  return required({ ...readEnvFile(), ...process.env }, 'HUB_TEST_CHROMIUM');
}

/** The PgBouncer executable. Throws if none is known. */
export function testPgbouncer(): string {
  return required({ ...readEnvFile(), ...process.env }, 'HUB_TEST_PGBOUNCER');
}

/** The folder of the whole project, searched upwards from here. */
export function repositoryRoot(): string {
  let folder = __dirname;
  while (!existsSync(join(folder, 'pnpm-workspace.yaml'))) {
    if (folder === dirname(folder)) throw new Error('pnpm-workspace.yaml: not found in any folder above');
    folder = dirname(folder);
  }
  return folder;
}

function readEnvFile(): object {
  const file = join(repositoryRoot(), '.hub', 'test-env.json');
  if (!existsSync(file)) return {};
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return typeof content === 'object' && content !== null ? content : {};
}

function required(known: Record<string, unknown>, name: string): string {
  const value = known[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new Error(
    `${name} is not set, nor is it in .hub/test-env.json: run \`node infra/services.mjs up --test\` first`,
  );
}
