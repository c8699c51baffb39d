import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A store's address that must not be connected to (D23). Its message names no address. */
export class AddressNotAllowed extends Error {
  readonly code = 'ADDRESS_NOT_ALLOWED';

  constructor(problem: string) {
    super(problem);
    this.name = 'AddressNotAllowed';
  }
}

/** The part of IPv6 allocated to the public network (RFC 4291): 2000::/3. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/**
 * Whether an IP address belongs to the public network (D23): not private, loopback, link-local, carrier-grade NAT,
 * multicast, unique-local, embedded IPv4, documentation or otherwise reserved. What is not an IP address is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6);
}

type Resolved = (error: NodeJS.ErrnoException | null, addresses: dns.LookupAddress[]) => void;

const lookupsUnderWay = new Map<string, Resolved[]>();

/**
 * All addresses of a name. One lookup at a time for each name: the system's lookups share few threads, and the slow
 * name server of one store must not block them all.
 */
function resolve(hostname: string, family: dns.LookupOptions['family'], resolved: Resolved): void {
  const key = `${hostname} ${family}`;
  const waiting = lookupsUnderWay.get(key);
  if (waiting) return void waiting.push(resolved);
  const listeners = [resolved];
  lookupsUnderWay.set(key, listeners);
  dns.lookup(hostname, { all: true, ...(family === undefined ? {} : { family }) }, (error, addresses) => {
    lookupsUnderWay.delete(key);
    for (const listener of listeners) listener(error, addresses);
  });
}

/** Like `dns.lookup`, but returns only public addresses; fails if a name has none. The connection uses what this returns. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, options.family, (error, addresses) => {
    if (error) return callback(error, []);
    const allowed = addresses.filter(({ address }) => isPublicAddress(address));
    const [first] = allowed;
    if (!first) return callback(new AddressNotAllowed('the name leads to no public address'), []);
    if (options.all) return callback(null, allowed);
    callback(null, first.address, first.family);
  });
};

/**
 * Refuses, before anything is sent, what a lookup does not see: plain HTTP, and a host that is itself an IP address.
 * Throws `AddressNotAllowed`.
 */
export function requireAllowedTarget(protocol: string, hostname: string): void {
  if (protocol !== 'https:') throw new AddressNotAllowed('a store is called over https only');
  if (isIP(hostname) !== 0 && !isPublicAddress(hostname))
    throw new AddressNotAllowed('the address is not public');
}

export interface StoreAgents {
  httpAgent: http.Agent;
  httpsAgent: https.Agent;
}

/** Keep-alive connections of one store, at most `maxSockets`; an idle one is closed after `idleMs`. */
export function storeAgents(options: { maxSockets: number; idleMs: number; insecure: boolean }): StoreAgents {
  const { maxSockets, idleMs, insecure } = options;
  const agentOptions = {
    keepAlive: true,
    maxSockets,
    maxFreeSockets: maxSockets,
    timeout: idleMs,
    ...(insecure ? {} : { lookup: lookupPublic }),
  };
  return { httpAgent: new http.Agent(agentOptions), httpsAgent: new https.Agent(agentOptions) };
}
