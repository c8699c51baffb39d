import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../project-root';

/** Every service, each a process of its own. */
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

/** Stops before the others: what it has taken in is still decided by them. */
export const STOPS_FIRST: ServiceName = 'ingress';

/** The program of a service. */
export function programOf(service: ServiceName): string {
  return join(PROJECT_ROOT, 'services', service, 'dist', 'main.js');
}

/** Services whose program is not there: not built, or (in an image of this command alone) not shipped. */
export function missingPrograms(): string[] {
  return SERVICES.map(programOf).filter((program) => !existsSync(program));
}
