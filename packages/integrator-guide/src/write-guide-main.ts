import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filledPages, GUIDE_FOLDER } from './guide';

/** `npm run docs`: fills the generated blocks of `docs/integrators`. */
for (const [name, page] of filledPages()) writeFileSync(join(GUIDE_FOLDER, name), page);
