import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { documentsIn } from './breaking-changes.mjs';
import { CONTRACT_FOLDER, RELEASED_FOLDER } from './redocly.mjs';

/** `npm run docs:release`: from now on stores go by the documents as they are; `npm run check` compares with them. */
mkdirSync(RELEASED_FOLDER, { recursive: true });
for (const name of documentsIn(CONTRACT_FOLDER))
  copyFileSync(join(CONTRACT_FOLDER, name), join(RELEASED_FOLDER, name));
