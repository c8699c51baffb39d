import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicHttpsUrl } from '@hub/contract';

/** Like `dns.lookup`, but fails for a name that resolves to an address that is not public (D23). */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    const [first, ...others] = addresses.filter(({ address }) => isPublicAddress(address));
    if (!first) return callback(notPublic(), []);
    if (options.all) return callback(null, [first, ...others]);
    callback(null, first.address, first.family);
  });
};

/** A host that is itself an IP address is never looked up, but judged with its URL. */
function isPublicAddress(address: string): boolean {
  return isPublicHttpsUrl(`https://${address.includes(':') ? `[${address}]` : address}/`);
}

function notPublic(): NodeJS.ErrnoException {
  return Object.assign(new Error('the name leads to no public address'), { code: 'ADDRESS_NOT_PUBLIC' });
}
