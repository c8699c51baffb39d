import { isIP, type BlockList } from 'node:net';
import type { IncomingMessage } from 'node:http';

/** Whether an address is a proxy's that is trusted to say who its client is (`TRUSTED_PROXIES`, D36). */
export function isTrusted(proxies: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && proxies.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

/**
 * The client's address: of the way here, backwards through the proxies that are trusted, the first that is none of them;
 * null: there is only the proxy's own, which no share bounds.
 */
export function clientAddress(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  proxies: BlockList,
): string | null {
  const { remoteAddress } = socket;
  if (remoteAddress === undefined) return null;
  if (!isTrusted(proxies, remoteAddress)) return remoteAddress;
  const reported = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const way = reported.map((address) => address.trim()).filter((address) => address !== '');
  return way.findLast((address) => !isTrusted(proxies, address)) ?? null;
}
