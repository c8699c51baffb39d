import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './folder';

/** The deployed services: their names here, and as jobs of Prometheus. */
export const SERVICES: readonly string[] = readdirSync(join(ROOT, 'services')).toSorted();

export const jobOf = (service: string): string => `hub-${service}`;
export const EVERY_JOB = 'job=~"hub-.+"';
