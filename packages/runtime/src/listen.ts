import { createServer } from 'node:http';
import type { Express } from 'express';
import type { Part } from './part';

/** Within the ten seconds of an orderly stop; who still waits is answered by no one and sends again. */
const FINISH_WITHIN_MS = 7_000;

/** Serves an application at a port, and at the end lets answers under way finish. Rejects when the port cannot be had. */
export async function listen(app: Express, port: number): Promise<Part> {
  const server = createServer(
    { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 65_000 },
    app,
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, resolve);
  });
  return {
    name: 'http',
    stop: () =>
      new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), FINISH_WITHIN_MS);
        server.close(() => {
          clearTimeout(cut);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}
