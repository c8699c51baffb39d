import { readFileSync } from 'node:fs';
import { checkServerIdentity, type ConnectionOptions } from 'node:tls';
import type { ClientConfig } from 'pg';

const TLS_PARAMETERS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey'];
/** Whatever asks for TLS verifies authority and host: half of it protects from nobody who is on the way. */
const UNENCRYPTED = new Set(['disable', 'allow', 'prefer']);

/**
 * Where and how the driver connects. TLS with `sslmode=verify-full` (or `require`, which is taken for it), or where an
 * authority of one's own is given: as `sslrootcert` in the URL, or as `caFile`. `sslmode=no-verify` encrypts and
 * believes everybody, for tests. The driver's own reading of these parameters checks no host given as an IP address.
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
