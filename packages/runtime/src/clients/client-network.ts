import { isIPv6 } from 'node:net';

const GROUPS = 8;
const GROUPS_OF_CLIENT = 4;

/**
 * What one client has: an address of IPv4, or the network of 64 bits of IPv6, in which a client takes any address it
 * likes.
 */
export function clientNetwork(address: string): string {
  const ipv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  if (!isIPv6(address)) return address;
  const [start = '', end = ''] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const [first, last] = [groupsOf(start), groupsOf(end)];
  const gap = Array.from({ length: Math.max(0, GROUPS - first.length - last.length) }, () => '0');
  return `${[...first, ...gap, ...last].slice(0, GROUPS_OF_CLIENT).join(':')}::`;
}

const groupsOf = (text: string): string[] => text.split(':').filter((group) => group !== '');
