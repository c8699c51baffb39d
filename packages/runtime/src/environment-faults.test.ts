import { networkInterfaces } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { environmentFaults } from './environment-faults';

const HERE = { DATABASE_URL: 'postgres://hub:pw@localhost/hub', AMQP_URL: 'amqp://hub:pw@127.0.0.1/hub' };
const AWAY = {
  DATABASE_URL: 'postgres://hub:pw@db.example/hub',
  AMQP_URL: 'amqp://hub:pw@broker.example/hub',
};
const ENCRYPTED = {
  DATABASE_URL: 'postgres://hub:pw@db.example/hub?sslmode=verify-full',
  AMQP_URL: 'amqps://hub:pw@broker.example/hub',
};

describe('D28: HUB_ENVIRONMENT', () => {
  it.each([undefined, 'development', 'test', 'production'] as const)(
    '%s starts with database and broker on this machine',
    (HUB_ENVIRONMENT) => {
      expect(environmentFaults({ HUB_ENVIRONMENT, ...HERE })).toEqual([]);
    },
  );

  it('unset it is development, which starts nowhere else', () => {
    expect(environmentFaults(AWAY)).toEqual([
      'HUB_ENVIRONMENT: is required (test or production), as DATABASE_URL is on another machine',
      'HUB_ENVIRONMENT: is required (test or production), as AMQP_URL is on another machine',
    ]);
    expect(environmentFaults({ ...HERE, HUB_ENVIRONMENT: 'development', AMQP_URL: AWAY.AMQP_URL })).toEqual([
      'HUB_ENVIRONMENT: development starts only where AMQP_URL is on this machine',
    ]);
  });

  it('test may use plain connections to other machines, and insecure stores', () => {
    expect(environmentFaults({ HUB_ENVIRONMENT: 'test', ...AWAY, ALLOW_INSECURE_STORES: true })).toEqual([]);
  });

  it('production requires TLS beyond this machine, with the host verified, and allows no insecure stores', () => {
    expect(
      environmentFaults({ HUB_ENVIRONMENT: 'production', ...AWAY, ALLOW_INSECURE_STORES: true }),
    ).toEqual([
      'ALLOW_INSECURE_STORES: must not be true in production',
      'DATABASE_URL: must have sslmode=verify-full in production, as it is on another machine',
      'AMQP_URL: must be amqps:// in production, as it is on another machine',
    ]);
    expect(environmentFaults({ HUB_ENVIRONMENT: 'production', ...ENCRYPTED })).toEqual([]);
    const half = { ...ENCRYPTED, DATABASE_URL: 'postgres://hub:pw@db.example/hub?sslmode=require' };
    expect(environmentFaults({ HUB_ENVIRONMENT: 'production', ...half })).toHaveLength(1);
  });

  it('each of several brokers is checked', () => {
    const AMQP_URL = `${ENCRYPTED.AMQP_URL},${AWAY.AMQP_URL}`;
    expect(environmentFaults({ HUB_ENVIRONMENT: 'production', AMQP_URL })).toHaveLength(1);
  });

  it.each([
    'postgres://hub@[::1]/hub',
    'postgres://hub@127.4.5.6/hub',
    'postgres://hub@%2Fvar%2Frun%2Fpostgresql/hub',
    'postgres:///hub?host=/var/run/postgresql',
    `postgres://hub@${Object.values(networkInterfaces())[0]?.find(({ family }) => family === 'IPv4')?.address}/hub`,
  ])('%s is on this machine', (DATABASE_URL) => {
    expect(environmentFaults({ DATABASE_URL })).toEqual([]);
  });

  it.each([
    'postgres://hub@127.example/hub',
    'postgres://hub@localhost.example/hub',
    'postgres://h@10.255.255.1/h',
  ])('%s is not', (DATABASE_URL) => {
    expect(environmentFaults({ DATABASE_URL })).toHaveLength(1);
  });
});
