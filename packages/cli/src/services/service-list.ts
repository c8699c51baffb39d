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

/** The program of a service. */
export function programOf(service: ServiceName): string {
  return join(PROJECT_ROOT, 'services', service, 'dist', 'main.js');
}

/** Services whose program is missing: not built, or (in an image with only this command) not shipped. */
export function missingPrograms(): string[] {
  return SERVICES.map(programOf).filter((program) => !existsSync(program));
}
