import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '@hub/runtime';
import type { Benchmark } from './benchmark';
import { startChild, stopChild, untilReady } from './child';

const SERVICES = join(__dirname, '..', '..', 'services');

export interface RunningService {
  child: ChildProcess;
  /** Of the ingress, for events; of a worker, for its health and metrics. */
  port: number;
}

export const SERVICE_NAMES = [
  'ingress',
  'catalogue',
  'inventory',
  'routing',
  'fulfilment',
  'cancellation',
  'returns',
  'support',
] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

/** Starts a service as a separate process, as an operator would, and waits until it is ready. */
export async function startService(
  { config, database, atEnd }: Benchmark,
  name: ServiceName,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningService> {
  const port = await freePort();
  const child = startChild(join(SERVICES, name, 'dist', 'main.js'), {
    ...config,
    DATABASE_URL: database.url,
    ALLOW_INSECURE_STORES: 'true',
    LOG_LEVEL: 'info',
    ...env,
    [name === 'ingress' ? 'INGRESS_PORT' : 'HEALTH_PORT']: String(port),
  });
  atEnd(() => stopChild(child));
  await untilReady(port, '/health/ready');
  return { child, port };
}
