import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Component } from './component';

/** Clients that still wait after this time get no answer and resend: a cancellation's answer takes 30 s at most. */
const FINISH_WITHIN_MS = 31_000;
/** Maximum connections per process; more are closed on arrival (D36). */
export const MAX_CONNECTIONS = 4_096;

export interface ListenOptions {
  /** How long a stopping service still accepts connections, so that a proxy sees in time that it is not ready. */
  drainMs?: number | undefined;
  /** Whether to serve a connection; otherwise it is closed on arrival. */
  admit?: (socket: Socket) => boolean;
}

/**
 * Serves an application at a port. When stopping it continues to accept for `drainMs`, closing each connection with its
 * answer; then lets answers in flight finish. Rejects if the port is taken.
 */
export async function listen(
  app: RequestListener,
  port: number,
  { drainMs = 0, admit = () => true }: ListenOptions = {},
): Promise<Component> {
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
  /** Includes those that have sent nothing yet, which Node counts as busy. */
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
