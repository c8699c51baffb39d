import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ConfigError, readConfig } from './read-config';
import { keyVariables, sharedConfig } from './shared-config';

const schema = z.object(sharedConfig);

const complete = {
  DATABASE_URL: 'postgres://hub:pw@localhost/hub',
  AMQP_URL: 'amqp://hub:pw@localhost/hub',
  HUB_ENCRYPTION_KEY: 'ab'.repeat(32),
  RELAY_EMAIL_DOMAIN: 'relay.hub.example',
};

function faultsOf(env: Record<string, string>): string[] {
  try {
    readConfig(schema, env);
  } catch (error) {
    if (error instanceof ConfigError) return [...error.faults];
  }
  return [];
}

describe('configuration (D28)', () => {
  it('uses the documented defaults for unset variables', () => {
    expect(readConfig(schema, complete)).toEqual({
      ...complete,
      INGRESS_PORT: 8080,
      SUPPORT_PORT: 8090,
      DRAIN_MS: 5_000,
      ALLOW_INSECURE_STORES: false,
      STORE_TIMEOUT_MS: 30_000,
      STORE_RETRY_BASE_MS: 1_000,
      SYNC_INTERVAL_MS: 60_000,
      PLACING_PASSES_MS: [60_000, 300_000, 900_000, 3_600_000],
      LOG_LEVEL: 'info',
    });
  });

  it('reads set variables', () => {
    const env = {
      ...complete,
      ALLOW_INSECURE_STORES: '1',
      PLACING_PASSES_MS: '10, 20,30',
      HEALTH_PORT: '0',
      LOG_LEVEL: 'debug',
      STORE_TIMEOUT_MS: '250',
    };
    expect(readConfig(schema, env)).toMatchObject({
      ALLOW_INSECURE_STORES: true,
      PLACING_PASSES_MS: [10, 20, 30],
      HEALTH_PORT: 0,
      LOG_LEVEL: 'debug',
      STORE_TIMEOUT_MS: 250,
    });
  });

  it('names every faulty variable at once, an empty one as missing, and never a value', () => {
    const faults = faultsOf({
      DATABASE_URL: '',
      AMQP_URL: 'http://user:s3cret@broker',
      HUB_ENCRYPTION_KEY: 'c0ffee',
      RELAY_EMAIL_DOMAIN: 'relay.hub.example',
      LOG_LEVEL: 'loud',
      STORE_TIMEOUT_MS: '1e3',
      ALLOW_INSECURE_STORES: 'perhaps',
      PLACING_PASSES_MS: '1,,2',
      INGRESS_PORT: '70000',
    });
    expect(faults.sort()).toEqual([
      'ALLOW_INSECURE_STORES: must be: true, 1, false or 0',
      'AMQP_URL: must be: amqp:// or amqps:// URL, or several separated by commas',
      'DATABASE_URL: is required (postgres:// URL)',
      'HUB_ENCRYPTION_KEY: must be: 64 hex digits',
      'INGRESS_PORT: must be: a port, 0 to 65535',
      'LOG_LEVEL: must be: error, warn, info or debug',
      'PLACING_PASSES_MS: must be: milliseconds, whole numbers separated by commas',
      'STORE_TIMEOUT_MS: must be: milliseconds, a whole number',
    ]);
  });

  it('reads each variable from the file that <NAME>_FILE names, without its final line break', () => {
    const folder = mkdtempSync(join(tmpdir(), 'hub-'));
    const HUB_ENCRYPTION_KEY_FILE = join(folder, 'key');
    writeFileSync(HUB_ENCRYPTION_KEY_FILE, `${'cd'.repeat(32)}\n`);
    const { HUB_ENCRYPTION_KEY, ...others } = complete;

    const read = readConfig(schema, { ...others, HUB_ENCRYPTION_KEY_FILE });
    expect(read.HUB_ENCRYPTION_KEY).toBe('cd'.repeat(32));

    expect(faultsOf({ ...complete, HUB_ENCRYPTION_KEY, HUB_ENCRYPTION_KEY_FILE })).toEqual([
      'HUB_ENCRYPTION_KEY: is given twice, by HUB_ENCRYPTION_KEY_FILE too',
    ]);
    expect(faultsOf({ ...others, HUB_ENCRYPTION_KEY_FILE: join(folder, 'none') })).toEqual([
      'HUB_ENCRYPTION_KEY_FILE: must be: the path of a file that can be read',
      'HUB_ENCRYPTION_KEY: is required (64 hex digits)',
    ]);
    rmSync(folder, { recursive: true });
  });

  it('D28: refuses what its environment does not allow', () => {
    expect(faultsOf({ ...complete, HUB_ENVIRONMENT: 'production', ALLOW_INSECURE_STORES: 'true' })).toEqual([
      'ALLOW_INSECURE_STORES: must not be true in production',
    ]);
    expect(faultsOf({ ...complete, HUB_ENVIRONMENT: 'staging' })).toEqual([
      'HUB_ENVIRONMENT: must be: development, test or production',
    ]);
  });

  it('describes a variable without a description by the schema’s own text, without its value', () => {
    const read = () => readConfig(z.object({ COLOUR: z.enum(['red', 'blue']) }), { COLOUR: 'hidden' });
    expect(read).toThrow(/COLOUR: /);
    expect(read).not.toThrow(/hidden/);
  });

  it('variables that belong together are named when one is missing', () => {
    const together = z.object({ HOST: z.string().optional(), USER: z.string().optional() });
    const options = { allOrNone: [['HOST', 'USER' as const]] satisfies ('HOST' | 'USER')[][] };
    expect(readConfig(together, {}, options)).toEqual({});
    expect(() => readConfig(together, { USER: 'hub' }, options)).toThrow(
      /HOST: is required, as USER is given/,
    );
  });

  it('D34: accepts one key or a list of different ones, and requires either', () => {
    const keys = z.object(keyVariables);
    const [one, other] = ['ab'.repeat(32), 'cd'.repeat(32)];
    expect(readConfig(keys, { HUB_ENCRYPTION_KEY: one })).toEqual({ HUB_ENCRYPTION_KEY: one });
    expect(readConfig(keys, { HUB_ENCRYPTION_KEYS: `${other.toUpperCase()}, ${one}` })).toEqual({
      HUB_ENCRYPTION_KEYS: [other, one],
    });
    for (const list of [`${one},${one}`, `${one},`, one.slice(1)])
      expect(() => readConfig(keys, { HUB_ENCRYPTION_KEYS: list })).toThrow(
        'HUB_ENCRYPTION_KEYS: must be: different keys of 64 hex digits',
      );
    expect(() => readConfig(keys, {})).toThrow('HUB_ENCRYPTION_KEY: is required');
  });
});
