import { join } from 'node:path';

export const GUIDE_FOLDER = join(__dirname, '..', '..', '..', 'docs', 'integrators');

/** Signing and verifying in other languages: files to copy, and their tests. */
export const SIGNING_FOLDER = join(GUIDE_FOLDER, 'signing');
export const VECTORS_FILE = join(SIGNING_FOLDER, 'vectors.json');
