import { isIP, type BlockList, type Socket } from 'node:net';
import type { IncomingMessage } from 'node:http';

/** Whether an address is a proxy's that is trusted to say who its client is (`TRUSTED_PROXIES`, D36). */
export function isTrusted(proxies: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && proxies.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

/** Checked once per connection: a look-up in the list costs as much as a signature. */
const trusted = new WeakMap<Socket, boolean>();

function isTrustedPeer(proxies: BlockList, socket: Socket, address: string): boolean {
  const known = trusted.get(socket);
  if (known !== undefined) return known;
  const answer = isTrusted(proxies, address);
  trusted.set(socket, answer);
  return answer;
}

/**
 * The client's address: going back through the trusted proxies, the first address that is none of them; null: there is
 * only the proxy's own, which no share bounds.
 */
export function clientAddress(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  proxies: BlockList,
): string | null {
  const { remoteAddress } = socket;
  if (remoteAddress === undefined) return null;
  if (!isTrustedPeer(proxies, socket, remoteAddress)) return remoteAddress;
  const reported = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const way = reported.map((address) => address.trim()).filter((address) => address !== '');
  return way.findLast((address) => !isTrusted(proxies, address)) ?? null;
}
