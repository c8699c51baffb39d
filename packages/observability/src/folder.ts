import { join } from 'node:path';

/** `infra/observability`, and the repository that it stands in. */
export const ROOT = join(__dirname, '..', '..', '..');
export const FOLDER = join(ROOT, 'infra', 'observability');
