import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';

/** A test's own certificate authority. */
export class TestAuthority {
  private readonly folder = mkdtempSync(join(tmpdir(), 'hub-ca-'));
  readonly caFile = join(this.folder, 'ca.pem');

  constructor() {
    const subject = ['-subj', '/CN=hub test authority', '-days', '2', '-keyout', this.path('ca.key')];
    this.openssl('req', '-x509', ...NEW_KEY, ...subject, '-out', this.caFile);
  }

  /** A key and a certificate of a server with this name. */
  issue(host: string): { key: Buffer; cert: Buffer } {
    this.openssl(
      'req',
      ...NEW_KEY,
      '-subj',
      `/CN=${host}`,
      '-keyout',
      this.path('key'),
      '-out',
      this.path('csr'),
    );
    const isAddress = /^[\d.]+$/.test(host);
    writeFileSync(this.path('names'), `subjectAltName=${isAddress ? 'IP' : 'DNS'}:${host}`);
    const by = ['-CA', this.caFile, '-CAkey', this.path('ca.key'), '-CAcreateserial', '-days', '2'];
    this.openssl(
      'x509',
      '-req',
      '-in',
      this.path('csr'),
      ...by,
      '-extfile',
      this.path('names'),
      '-out',
      this.path('cert'),
    );
    return { key: readFileSync(this.path('key')), cert: readFileSync(this.path('cert')) };
  }

  close(): void {
    rmSync(this.folder, { recursive: true });
  }

  private path(name: string): string {
    return join(this.folder, name);
  }

  private openssl(...args: string[]): void {
    execFileSync('openssl', args, { stdio: 'pipe' });
  }
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** How PostgreSQL's clients request TLS: length 8, and a number that is no version. */
const TLS_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

/** Adds TLS to a PostgreSQL, as one with `ssl=on` has it: requested before the first message. */
export async function tlsFrontOf(
  databaseUrl: string,
  identity: { key: Buffer; cert: Buffer },
): Promise<{ url: (host: string) => string; close: () => void }> {
  const target = Number(new URL(databaseUrl).port);
  const server = createServer((socket) => void serve(socket, target, identity));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = (host: string) => {
    const address = new URL(databaseUrl);
    Object.assign(address, { hostname: host, port: String(portOf(server)) });
    return address.href;
  };
  return { url, close: () => server.close() };
}

async function serve(socket: Socket, target: number, identity: { key: Buffer; cert: Buffer }): Promise<void> {
  socket.on('error', () => undefined);
  const [first]: unknown[] = await once(socket, 'data');
  if (!(first instanceof Buffer) || !first.equals(TLS_REQUEST)) return void socket.destroy();
  socket.write('S');
  const secure = new TLSSocket(socket, { isServer: true, ...identity });
  const onward = connect(target, '127.0.0.1');
  for (const end of [secure, onward]) end.on('error', () => undefined);
  secure.pipe(onward).pipe(secure);
  secure.on('close', () => onward.destroy());
  onward.on('close', () => secure.destroy());
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return address.port;
}
