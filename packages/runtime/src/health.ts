import { createServer, type Server } from 'node:http';
import express, { Router } from 'express';
import { gauge, metrics } from './metrics';
import type { Part } from './part';

/** A component that does not answer in this time is not ready. */
const READY_WITHIN_MS = 2_000;

const partReady = gauge({
  name: 'hub_part_ready',
  help: 'Whether a part of the process can do its work, as /health/ready says: 1 or 0.',
  labelNames: ['part'],
});

/**
 * The endpoints for an orchestrator: `/health/live` (503 only if a component has work in flight that does not progress
 * though every dependency is up: D37) and `/health/ready` (200, or 503 while any component is not ready; only names and
 * booleans). `parts` is read again for every request.
 */
export function healthRouter(parts: readonly Part[]): Router {
  const router = Router();
  router.use('/health', (_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  router.get('/health/live', async (_request, response) => {
    const stuck = await stuckParts(parts);
    response.status(stuck.length === 0 ? 200 : 503).json({ live: stuck.length === 0, stuck });
  });
  router.get('/health/ready', async (_request, response) => {
    const states = await statesOf(parts);
    const ready = states.length > 0 && states.every((state) => state.ready);
    response.status(ready ? 200 : 503).json({ ready, parts: states });
  });
  return router;
}

/** `/metrics` for Prometheus: only on the health port, never on an address that stores reach. */
function metricsRouter(parts: readonly Part[]): Router {
  const router = Router();
  router.get('/metrics', async (_request, response) => {
    observeReadiness(await statesOf(parts));
    response.set('Cache-Control', 'no-store');
    response.type(metrics.contentType).send(await metrics.metrics());
  });
  return router;
}

/** Opens the health server. Rejects if the port is taken. Port 0 lets the system choose one. */
export async function listenForHealth(port: number, parts: readonly Part[]): Promise<Server> {
  const server = createServer(
    express().disable('x-powered-by').use(healthRouter(parts)).use(metricsRouter(parts)),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, resolve);
  });
  return server;
}

const statesOf = (parts: readonly Part[]) =>
  Promise.all(parts.map(async (part) => ({ name: part.name, ready: await isReady(part) })));

/** Of components with one name all must be ready. */
function observeReadiness(states: readonly { name: string; ready: boolean }[]): void {
  partReady.reset();
  for (const { name } of states)
    partReady.set({ part: name }, states.every((one) => one.name !== name || one.ready) ? 1 : 0);
}

/** A restart brings no dependency back: while one is away, whatever is stuck waits for it. */
async function stuckParts(parts: readonly Part[]): Promise<string[]> {
  const stuck = parts.filter((part) => part.stuck?.());
  if (stuck.length === 0) return [];
  const there = await Promise.all(parts.filter((part) => part.dependency).map(isReady));
  return there.every(Boolean) ? stuck.map((part) => part.name) : [];
}

async function isReady(part: Part): Promise<boolean> {
  if (!part.ready) return true;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), READY_WITHIN_MS);
  });
  try {
    return await Promise.race([part.ready(), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
