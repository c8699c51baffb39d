import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files, in PEM: an authority, and a certificate for `localhost` that it signed. */
export interface Certificates {
  ca: string;
  cert: string;
  key: string;
}

/**
 * A private authority as an operator makes one, with openssl; valid for two days.
 * @param within the folder in which each authority gets its own folder
 */
export function makeCertificates(within: string): Certificates {
  const folder = mkdtempSync(join(within, 'authority-'));
  const file = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...key,
    '-subj',
    '/CN=Test authority',
    '-days',
    '2',
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
  );
  openssl('req', ...key, '-subj', '/CN=localhost', '-keyout', 'localhost.key', '-out', 'localhost.csr');
  writeFileSync(file('names'), 'subjectAltName=DNS:localhost\n');
  const authority = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'];
  openssl(
    'x509',
    '-req',
    '-in',
    'localhost.csr',
    ...authority,
    '-days',
    '2',
    '-extfile',
    'names',
    '-out',
    'localhost.pem',
  );
  return { ca: file('ca.pem'), cert: file('localhost.pem'), key: file('localhost.key') };
}
