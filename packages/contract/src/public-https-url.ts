import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { parseUrl } from './parse-url';

/**
 * Address ranges outside the public internet (IANA special-purpose registries). A list for each family: one for both
 * would take every IPv4 address for its IPv4-mapped form.
 */
const NOT_PUBLIC = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  NOT_PUBLIC.ipv4.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 96], // unspecified, loopback, IPv4-compatible
  ['::ffff:0:0', 96], // IPv4-mapped
  ['64:ff9b::', 96], // NAT64
  ['2002::', 16], // 6to4
  ['2001::', 32], // Teredo
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  NOT_PUBLIC.ipv6.addSubnet(network, prefix, 'ipv6');
}

/** Labels of letters, digits and hyphens, as `URL` writes a name. Other characters could get out of where a page names the host. */
const PLAIN_NAME = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|localdomain|home\.arpa)$/;

/**
 * Whether an address is public HTTPS, judged by the address alone, without a look-up (D14). It has no credentials, and no IP
 * address outside the public internet. Its host name is of letters, digits, dots and hyphens, not local, not a single label.
 */
export function isPublicHttpsUrl(url: string): boolean {
  // URL itself would trim white space, drop line breaks and fix slashes.
  if (!/^https:\/\/[^\s\\/][^\s\\]*$/i.test(url)) return false;
  const read = parseUrl(url);
  return read !== null && read.username === '' && read.password === '' && isPublicHost(read.hostname);
}

function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIPv4(host)) return !NOT_PUBLIC.ipv4.check(host, 'ipv4');
  if (isIPv6(host)) return !NOT_PUBLIC.ipv6.check(host, 'ipv6');
  return PLAIN_NAME.test(host) && !LOCAL_NAME.test(host);
}
