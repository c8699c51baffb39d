import { ConfigError } from '@hub/runtime';
import { afterEach, describe, expect, it } from '@jest/globals';
import { readUpConfig } from './config';

const given = { ...process.env };
afterEach(() => {
  process.env = { ...given };
});

const SOUND = {
  DATABASE_URL: 'postgres://hub@localhost/hub',
  AMQP_URL: 'amqp://localhost',
  HUB_ENCRYPTION_KEY: 'ab'.repeat(32),
  RELAY_EMAIL_DOMAIN: 'relay.hub.example',
};
const FAULTY = {
  DATABASE_URL: 'mysql://localhost',
  AMQP_URL: '',
  INGRESS_PORT: '99999',
  SUPPORT_PORT: 'eighty',
  SUPPORT_URL: 'desk.example',
  HUB_ENCRYPTION_KEY: 'xyz',
  RELAY_EMAIL_DOMAIN: 'relay',
  ALLOW_INSECURE_STORES: 'maybe',
  STORE_TIMEOUT_MS: 'abc',
  STORE_RETRY_BASE_MS: '-1',
  SYNC_INTERVAL_MS: '1.5',
  PLACING_PASSES_MS: '1,,2',
  LOG_LEVEL: 'loud',
};

describe('configuration of hub up (D28)', () => {
  it('is read before anything is started', () => {
    process.env = { ...SOUND };
    expect(readUpConfig()).toMatchObject({
      INGRESS_PORT: 8080,
      SUPPORT_PORT: 8090,
      STORE_TIMEOUT_MS: 30_000,
    });
  });

  it('names every faulty variable at once, including those that only a service reads', () => {
    process.env = { ...FAULTY };
    expect(readUpConfig).toThrow(ConfigError);
    for (const name of Object.keys(FAULTY)) expect(readUpConfig).toThrow(name);
  });
});
