import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../project-root';

/** Every service, each a separate process. */
export const SERVICES = [
  'ingress',
  'support',
  'catalogue',
  'inventory',
  'routing',
  'fulfilment',
  'cancellation',
  'returns',
] as const;
export type ServiceName = (typeof SERVICES)[number];

/** Stops before the others, which still decide what it has accepted. */
export const STOPS_FIRST: ServiceName = 'ingress';

/** All services in one process. */
export const TOGETHER = 'together';
export type ProcessName = ServiceName | typeof TOGETHER;

/** The program of a process. */
export function programOf(name: ProcessName): string {
  if (name === TOGETHER) return join(PROJECT_ROOT, 'packages', 'cli', 'dist', 'together-main.js');
  return join(PROJECT_ROOT, 'services', name, 'dist', 'main.js');
}

/** The module of a service that exports it as `service`, for a process that runs several. */
export function moduleOf(service: ServiceName): string {
  return join(PROJECT_ROOT, 'services', service, 'dist', 'service.js');
}

/** Services whose program is missing: not built, or (in an image with only this command) not shipped. */
export function missingPrograms(): string[] {
  return SERVICES.map(programOf).filter((program) => !existsSync(program));
}
