import { readdirSync } from 'node:fs';
import { inProject } from '../project.mjs';

const SERVICES = readdirSync(inProject('services'));

/**
 * Each program there is an image of: the package it is, the file that starts it, and what it reads beside its packages.
 *
 * @type {Record<string, { folder: string, main: string, files?: string[] }>}
 */
export const PROGRAMS = {
  ...Object.fromEntries(SERVICES.map((name) => [name, { folder: `services/${name}`, main: 'main.js' }])),
  // The desk shows the runbooks.
  support: { folder: 'services/support', main: 'main.js', files: ['docs/runbooks'] },
  cli: { folder: 'packages/cli', main: 'main.js' },
  database: { folder: 'prisma', main: 'migrate-main.js' },
};
