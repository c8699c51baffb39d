import { readFileSync } from 'node:fs';
import { checkServerIdentity, type ConnectionOptions } from 'node:tls';
import type { ClientConfig } from 'pg';

const TLS_PARAMETERS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey'];
/** TLS always verifies authority and host: only half of that protects against no one in between. */
const UNENCRYPTED = new Set(['disable', 'allow', 'prefer']);

/**
 * Where and how the driver connects. TLS with `sslmode=verify-full` (or `require`, which means the same here), or where
 * a custom authority is given: as `sslrootcert` in the URL, or as `caFile`. `sslmode=no-verify` encrypts and trusts any
 * server, for tests. The driver's own reading of these parameters checks no host given as an IP address.
 */
export function connectionSettings(
  url: string,
  caFile?: string,
): Pick<ClientConfig, 'connectionString' | 'ssl'> {
  const address = new URL(url);
  const [mode, rootCert, cert, key] = TLS_PARAMETERS.map(
    (name) => address.searchParams.get(name) ?? undefined,
  );
  for (const name of TLS_PARAMETERS) address.searchParams.delete(name);
  const authority = rootCert ?? caFile;
  const connectionString = address.href;
  if (mode === undefined ? authority === undefined : UNENCRYPTED.has(mode)) return { connectionString };
  const host = decodeURIComponent(address.hostname).replace(/^\[|\]$/g, '');
  const ssl: ConnectionOptions = {
    rejectUnauthorized: mode !== 'no-verify',
    ...(authority === undefined ? {} : { ca: readFileSync(authority) }),
    ...(cert === undefined ? {} : { cert: readFileSync(cert) }),
    ...(key === undefined ? {} : { key: readFileSync(key) }),
    checkServerIdentity: (_name, certificate) => checkServerIdentity(host, certificate),
  };
  return { connectionString, ssl };
}
