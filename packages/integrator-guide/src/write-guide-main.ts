import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GUIDE_FOLDER, VECTORS_FILE } from './folders';
import { filledPages } from './guide';
import { signingVectors } from './signing-vectors';

/** `npm run docs`: fills the generated blocks of `docs/integrators`, and writes the signing vectors. */
for (const [name, page] of filledPages()) writeFileSync(join(GUIDE_FOLDER, name), page);
writeFileSync(VECTORS_FILE, `${JSON.stringify(signingVectors(), null, 2)}\n`);
