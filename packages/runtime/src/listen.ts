import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Part } from './part';

/** Who still waits after so long is answered by no one and sends again: a cancellation's answer takes 30 s at the most. */
const FINISH_WITHIN_MS = 31_000;
/** Connections of one process at a time; more are closed as they come (D36). */
const MAX_CONNECTIONS = 4_096;

export interface ListenOptions {
  /** How long connections are still accepted once the service is to stop, so that a proxy sees in time that it is not ready. */
  drainMs?: number | undefined;
  /** Whether a connection is served; one that is not is closed as it comes. */
  admit?: (socket: Socket) => boolean;
}

/**
 * Serves an application at a port. Once the service is to stop it goes on accepting for `drainMs`, closing each
 * connection with its answer; then lets answers under way finish. Rejects when the port cannot be had.
 */
export async function listen(
  app: RequestListener,
  port: number,
  { drainMs = 0, admit = () => true }: ListenOptions = {},
): Promise<Part> {
  const open = new Set<ServerResponse>();
  let drained: Promise<void> | undefined;
  const server = createServer(
    {
      requestTimeout: 30_000,
      headersTimeout: 10_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 5_000,
    },
    (request, response) => {
      open.add(response);
      response.once('close', () => open.delete(response));
      if (drained) response.shouldKeepAlive = false;
      app(request, response);
    },
  );
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    if (!admit(socket)) return void socket.destroy();
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  /** Also those that have sent nothing yet, which Node takes for busy. */
  const closeIdle = (): void => {
    const busy = new Set([...open].map(({ socket }) => socket));
    for (const socket of connections) if (!busy.has(socket)) socket.destroy();
  };
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, resolve);
  });
  return {
    name: 'http',
    beginStop: () => {
      drained ??= wait(drainMs);
      for (const response of open) response.shouldKeepAlive = false;
    },
    stop: async () => {
      await drained;
      for (const response of open) response.shouldKeepAlive = false;
      const cut = setTimeout(() => server.closeAllConnections(), FINISH_WITHIN_MS);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        closeIdle();
      });
      clearTimeout(cut);
    },
  };
}
