import { join } from 'node:path';

/** `infra/observability`, and its repository. */
export const ROOT = join(__dirname, '..', '..', '..');
export const FOLDER = join(ROOT, 'infra', 'observability');
