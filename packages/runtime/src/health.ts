import { createServer, type Server } from 'node:http';
import express, { Router } from 'express';
import { gauge, metrics } from './metrics';
import type { Component } from './component';

/** A component that does not answer in this time is not ready. */
const READY_WITHIN_MS = 2_000;

const componentReady = gauge({
  name: 'hub_part_ready',
  help: 'Whether a component of the process can do its work, as /health/ready says: 1 or 0.',
  labelNames: ['part'],
});

/**
 * The endpoints for an orchestrator: `/health/live` (503 only if a component has work in flight that does not progress
 * though every dependency is up: D37) and `/health/ready` (200, or 503 while any component is not ready; only names and
 * booleans). `components` is read again for every request.
 */
export function healthRouter(components: readonly Component[]): Router {
  const router = Router();
  router.use('/health', (_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  router.get('/health/live', async (_request, response) => {
    const stuck = await stuckComponents(components);
    response.status(stuck.length === 0 ? 200 : 503).json({ live: stuck.length === 0, stuck });
  });
  router.get('/health/ready', async (_request, response) => {
    const states = await statesOf(components);
    const ready = states.length > 0 && states.every((state) => state.ready);
    response.status(ready ? 200 : 503).json({ ready, parts: states });
  });
  return router;
}

/** `/metrics` for Prometheus: only on the health port, never on an address that stores reach. */
function metricsRouter(components: readonly Component[]): Router {
  const router = Router();
  router.get('/metrics', async (_request, response) => {
    observeReadiness(await statesOf(components));
    response.set('Cache-Control', 'no-store');
    response.type(metrics.contentType).send(await metrics.metrics());
  });
  return router;
}

/** Opens the health server. Rejects if the port is taken. Port 0 lets the system choose one. */
export async function listenForHealth(port: number, components: readonly Component[]): Promise<Server> {
  const server = createServer(
    express().disable('x-powered-by').use(healthRouter(components)).use(metricsRouter(components)),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, resolve);
  });
  return server;
}

const statesOf = (components: readonly Component[]) =>
  Promise.all(
    components
      .flatMap(withNames)
      .map(async ([name, component]) => ({ name, ready: await isReady(component) })),
  );

/** A component by its name; a service that runs beside others also by each of its components, named after it. */
function withNames(component: Component): [name: string, component: Component][] {
  const within = (component.within ?? []).map((part): [string, Component] => [
    `${component.name}: ${part.name}`,
    part,
  ]);
  return [[component.name, component], ...within];
}

/** Of components with one name all must be ready. */
function observeReadiness(states: readonly { name: string; ready: boolean }[]): void {
  componentReady.reset();
  for (const { name } of states)
    componentReady.set({ part: name }, states.every((one) => one.name !== name || one.ready) ? 1 : 0);
}

/** A restart brings no dependency back: while one is unavailable, whatever is stuck waits for it. */
async function stuckComponents(components: readonly Component[]): Promise<string[]> {
  const named = components.flatMap(withNames);
  const stuck = named.filter(([, component]) => component.stuck?.());
  if (stuck.length === 0) return [];
  const dependencies = named.map(([, component]) => component).filter(({ dependency }) => dependency);
  const there = await Promise.all(dependencies.map(isReady));
  return there.every(Boolean) ? stuck.map(([name]) => name) : [];
}

async function isReady(component: Component): Promise<boolean> {
  if (!component.ready) return true;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), READY_WITHIN_MS);
  });
  try {
    return await Promise.race([component.ready(), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
