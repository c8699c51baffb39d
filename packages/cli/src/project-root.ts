import { join } from 'node:path';

/** The folder of the project, seen from `packages/cli/src` and `packages/cli/dist` alike. */
export const PROJECT_ROOT = join(__dirname, '..', '..', '..');
