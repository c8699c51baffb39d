import dns from 'node:dns';
import type { LookupFunction } from 'node:net';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { isPublicAddress, lookupPublic, requireAllowedTarget } from './address-guard';

describe('which addresses a store may have (D23)', () => {
  it.each([
    ['0.0.0.0', 'this network'],
    ['10.0.0.1', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['169.254.169.254', 'link-local, cloud metadata'],
    ['100.64.0.1', 'carrier-grade NAT'],
    ['100.127.255.255', 'carrier-grade NAT'],
    ['224.0.0.1', 'multicast'],
    ['239.255.255.255', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['192.0.2.1', 'documentation'],
    ['198.18.0.1', 'benchmarking'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local with a zone'],
    ['fec0::1', 'site-local'],
    ['fc00::1', 'unique-local'],
    ['fd12:3456::1', 'unique-local'],
    ['ff02::1', 'multicast'],
    ['::ffff:127.0.0.1', 'IPv4-mapped'],
    ['::ffff:8.8.8.8', 'IPv4-mapped'],
    ['::7f00:1', 'IPv4-compatible'],
    ['64:ff9b::7f00:1', 'NAT64'],
    ['2002:7f00:1::', '6to4'],
    ['2001:db8::1', 'documentation'],
    ['shop.example', 'no address'],
    ['', 'no address'],
  ])('refuses %s (%s)', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    '8.8.8.8',
    '172.15.0.1',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '223.1.1.1',
    '2606:4700::1111',
    '2a00:1450::1',
  ])('accepts %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each(['127.0.0.1', '10.1.2.3', '::1', 'fd00::1'])(
    'refuses a host that is itself the address %s',
    (host) => {
      expect(() => requireAllowedTarget('https:', host)).toThrow('not public');
    },
  );

  it('refuses plain http', () => {
    expect(() => requireAllowedTarget('http:', 'shop.example')).toThrow('https only');
  });

  it('accepts a name: its addresses are checked on connect', () => {
    expect(() => requireAllowedTarget('https:', 'shop.example')).not.toThrow();
  });
});

describe('the lookup of a store’s name', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  type Found = { error: Error | null; found: unknown };

  const look = (options: Parameters<LookupFunction>[1]) =>
    new Promise<Found>((done) => {
      lookupPublic('shop.example', options, (error, found) => done({ error, found }));
    });

  const resolvesTo = (...addresses: string[]) => {
    const entries = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    return jest.spyOn(dns, 'lookup').mockImplementation(((
      _name: string,
      _options: unknown,
      done: (error: null, found: unknown) => void,
    ) => {
      queueMicrotask(() => done(null, entries));
    }) as typeof dns.lookup);
  };

  it('gives the connection only public addresses', async () => {
    resolvesTo('10.0.0.1', '2606:4700::1111', '8.8.8.8');
    const both = [
      { address: '2606:4700::1111', family: 6 },
      { address: '8.8.8.8', family: 4 },
    ];
    expect(await look({ all: true })).toEqual({ error: null, found: both });
    expect(await look({})).toEqual({ error: null, found: '2606:4700::1111' });
  });

  it('fails for a name that resolves only to private addresses', async () => {
    resolvesTo('127.0.0.1', '::1');
    expect(await look({ all: true })).toMatchObject({ error: { code: 'ADDRESS_NOT_ALLOWED' } });
  });

  it('is shared by concurrent requests for the same name, and repeated for the next', async () => {
    const lookup = resolvesTo('8.8.8.8');
    await Promise.all([look({ all: true }), look({ all: true }), look({})]);
    expect(lookup).toHaveBeenCalledTimes(1);
    await look({ all: true });
    expect(lookup).toHaveBeenCalledTimes(2);
  });
});
