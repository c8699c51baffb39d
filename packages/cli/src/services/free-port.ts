import { createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';

/** A free port of the loopback interface. Another process may take it before it is used: try again with another. */
export async function freePort(): Promise<number> {
  const port = await listenAndClose(0);
  if (port === null) throw new Error('the system has no free port');
  return port;
}

/** Whether a port can be had at this moment, on every interface. */
export async function isFree(port: number): Promise<boolean> {
  return (await listenAndClose(port, '::')) !== null || (await listenAndClose(port, '0.0.0.0')) !== null;
}

function listenAndClose(port: number, host: string = LOOPBACK): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen({ host, port }, () => {
      const address = server.address();
      server.close(() => resolve(address === null || typeof address === 'string' ? null : address.port));
    });
  });
}
