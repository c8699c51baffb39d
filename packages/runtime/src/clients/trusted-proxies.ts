import { BlockList, isIP } from 'node:net';
import { z } from 'zod';

const NONE = new BlockList();

/** `TRUSTED_PROXIES`: addresses and networks of the proxies that say who their client is. None: no proxy is trusted. */
export const TrustedProxies = z
  .string()
  .transform((list) => list.split(',').map((one) => one.trim()))
  .transform((entries, context) => {
    const proxies = new BlockList();
    for (const entry of entries)
      if (!add(proxies, entry)) context.addIssue({ code: 'custom', message: 'is not a list of addresses' });
    return proxies;
  })
  .describe('addresses or networks such as 10.0.0.0/8, separated by commas')
  .default(NONE);

function add(proxies: BlockList, entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  const type = version === 6 ? 'ipv6' : 'ipv4';
  if (bits === undefined) proxies.addAddress(address, type);
  else if (!/^\d{1,3}$/.test(bits) || Number(bits) > (version === 6 ? 128 : 32)) return false;
  else proxies.addSubnet(address, Number(bits), type);
  return true;
}
