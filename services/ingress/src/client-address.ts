import type { BlockList } from 'node:net';
import { isIP } from 'node:net';
import type { Request } from 'express';

/** Whether an address is a proxy's that is trusted to say who its client is (`TRUSTED_PROXIES`, D36). */
export function isTrusted(proxies: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && proxies.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

/** The client's address, behind a trusted proxy the one that it reports; null: the proxy's own, which no share bounds. */
export function clientAddress(request: Request, proxies: BlockList): string | null {
  const address = request.ip ?? null;
  return address === null || isTrusted(proxies, address) ? null : address;
}
